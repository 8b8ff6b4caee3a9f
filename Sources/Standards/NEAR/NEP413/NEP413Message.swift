internal import BinaryEncodings
internal import Encodings

/// A message that a wallet shows and signs off chain (NEP-413 §Structure).
///
/// The text is signed byte for byte: it is never trimmed or normalized. An empty callback URL differs from no
/// callback URL.
public struct NEP413Message: Sendable {
  /// The length of a nonce in bytes.
  public static let nonceLength = 32
  /// The largest total length of message, recipient and callback URL in bytes of UTF-8.
  public static let maximumLength = 1 << 20

  /// The text that the user sees.
  public let message: String
  /// The recipient: a site or a contract.
  public let recipient: String
  /// 32 bytes that make the message unique.
  public let nonce: [UInt8]
  /// The address to which a web wallet returns its answer. Wallets that answer in another way may omit it from
  /// the signed bytes, and some wallets add one that was not requested. Verify with the URL from the wallet's
  /// answer.
  public let callbackURL: String?

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - message: The text that the user sees.
  ///   - recipient: The recipient.
  ///   - nonce: 32 bytes.
  ///   - callbackURL: The address to which a web wallet returns its answer.
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

  /// Creates a message with a nonce in standard base64 with padding, as used in JSON.
  ///
  /// - Throws: The errors of ``init(message:recipient:nonce:callbackURL:)``, and `malformed_nonce` for text
  ///   that is not base64.
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
        reason: "The nonce is not \(Self.nonceLength) bytes in standard base64 with padding.")
    }
    try self.init(message: message, recipient: recipient, nonce: nonce, callbackURL: callbackURL)
  }

  /// The nonce in standard base64.
  public var nonceBase64: String { Base64.encode(nonce) }
}

extension NEP413Message: Hashable {
  /// Whether the signed bytes of both messages are equal. Unicode equivalence is not considered.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.nonce == rhs.nonce && sameBytes(lhs.message, rhs.message)
      && sameBytes(lhs.recipient, rhs.recipient) && sameBytes(lhs.callbackURL, rhs.callbackURL)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(nonce) }
}

extension NEP413Message {
  /// The prefix of the signed bytes: 2^31 + 413 (NEP-413 §Signature, NEP-461). With it, the signature
  /// is not valid for a transaction or a delegate action.
  public static let tag: UInt32 = (1 << 31) + 413

  /// The bytes that are hashed and signed: ``tag``, followed by message, nonce, recipient and callback URL in
  /// Borsh.
  public var payload: [UInt8] {
    let texts = message.utf8.count + recipient.utf8.count + (callbackURL?.utf8.count ?? 0)
    var writer = BorshWriter(capacity: texts + Self.nonceLength + 20)
    writer.u32(Self.tag)
    writer.string(message)
    writer.fixed(nonce)
    writer.string(recipient)
    writer.option(callbackURL) { $0.string($1) }
    return writer.bytes
  }

  /// The SHA-256 of ``payload``, which the wallet signs.
  public var hash: [UInt8] { SHA256.hash(payload) }
}
