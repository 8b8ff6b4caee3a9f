internal import Encodings

/// A message that a wallet shows and signs off chain (NEP-413 §Structure).
///
/// Text is signed byte for byte: it is never trimmed, normalized or re-indented, and an empty callback
/// URL is not the same as none.
public struct NEP413Message: Sendable {
  /// Bytes of a nonce.
  public static let nonceLength = 32
  /// The most bytes of UTF-8 that message, recipient and callback URL may have together.
  public static let maximumLength = 1 << 20

  /// The text the person is shown.
  public let message: String
  /// For whom the message is: a site or a contract.
  public let recipient: String
  /// 32 bytes that make the message unique.
  public let nonce: [UInt8]
  /// Where a web wallet was told to answer. Wallets that answer otherwise may leave it out of what they
  /// sign, and some put one in when none was asked for: verify with the one the wallet answered.
  public let callbackURL: String?

  /// Makes a message.
  ///
  /// - Parameters:
  ///   - message: The text the person is shown.
  ///   - recipient: For whom the message is.
  ///   - nonce: 32 bytes.
  ///   - callbackURL: Where a web wallet answers.
  /// - Throws: `malformed_nonce` for another length, `message_too_large` beyond ``maximumLength``.
  public init(
    message: String, recipient: String, nonce: [UInt8], callbackURL: String? = nil
  ) throws(NEARError) {
    guard nonce.count == Self.nonceLength else {
      throw NEARError(
        code: .malformedNonce, reason: "A nonce has \(Self.nonceLength) bytes, not \(nonce.count).")
    }
    let length = message.utf8.count + recipient.utf8.count + (callbackURL?.utf8.count ?? 0)
    guard length <= Self.maximumLength else {
      throw NEARError(
        code: .messageTooLarge,
        reason: "Message, recipient and callback URL have more than \(Self.maximumLength) bytes.")
    }
    self.message = message
    self.recipient = recipient
    self.nonce = nonce
    self.callbackURL = callbackURL
  }

  /// Makes a message whose nonce is in standard base64 with padding, as it travels in JSON.
  ///
  /// - Throws: as ``init(message:recipient:nonce:callbackURL:)``, and `malformed_nonce` for other text.
  public init(
    message: String, recipient: String, nonceBase64: String, callbackURL: String? = nil
  ) throws(NEARError) {
    let nonce: [UInt8]
    do throws(EncodingsError) {
      guard nonceBase64.utf8.count <= 64 else { throw EncodingsError(code: .tooLong, reason: "") }
      nonce = try Base64.decode(nonceBase64)
    } catch {
      throw NEARError(
        code: .malformedNonce,
        reason: "The nonce is not standard base64, with padding, of \(Self.nonceLength) bytes.")
    }
    try self.init(message: message, recipient: recipient, nonce: nonce, callbackURL: callbackURL)
  }

  /// The nonce in standard base64.
  public var nonceBase64: String { Base64.encode(nonce) }
}

extension NEP413Message: Hashable {
  /// Whether the two are signed as the same bytes; Unicode equivalence does not count.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.nonce == rhs.nonce && sameBytes(lhs.message, rhs.message)
      && sameBytes(lhs.recipient, rhs.recipient) && sameBytes(lhs.callbackURL, rhs.callbackURL)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(nonce) }
}
