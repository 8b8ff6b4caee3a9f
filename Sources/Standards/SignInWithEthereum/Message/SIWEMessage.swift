public import Encodings

/// A sign-in message of EIP-4361. It is well formed but not verified.
///
/// The message stores its exact text, because the account signs the text. Parsing validates the text
/// against the grammar and stores the ranges of the fields. Building a message from ``SIWEFields`` writes the
/// text and parses it. There is thus only one grammar, and a parsed message preserves every detail of its text,
/// such as the digits of a time stamp or the difference between an empty and an absent statement.
///
/// To verify a message, pass it to a `SIWEVerifier`, which returns a `VerifiedSIWEMessage`.
public struct SIWEMessage: Sendable {
  /// The largest size of a message in bytes.
  public static let maximumLength = 64 * 1024

  /// The accepted chain ids: from 1 to the largest id for which EIP-155's `v` fits into 64 bits (EIP-2294).
  public static let chainIDs: ClosedRange<UInt64> = 1...9_223_372_036_854_775_771

  /// The exact text, which the account signs.
  public let text: String

  let outline: SIWEOutline

  init(text: String, outline: SIWEOutline) {
    self.text = text
    self.outline = outline
  }

  /// The account that signs the message.
  public var address: EthereumAddress { outline.address }
  /// The EIP-155 chain of the session.
  public var chainID: UInt64 { outline.chainID }
  /// The time of the message.
  public var issuedAt: Timestamp { outline.issuedAt.timestamp }
  /// The time from which the message is invalid; nil if not stated.
  public var expirationTime: Timestamp? { outline.expirationTime?.timestamp }
  /// The time from which the message is valid; nil if not stated.
  public var notBefore: Timestamp? { outline.notBefore?.timestamp }

  /// The scheme of the origin; nil means `https`.
  public var scheme: String? { outline.scheme.map(string) }
  /// The authority that requests the signature: a host, optionally with user information and a port.
  public var domain: String { string(outline.domain) }
  /// The statement that the user sees; nil if there is none. An empty statement differs from none.
  public var statement: String? { outline.statement.map(string) }
  /// The resource that is the subject of the signature.
  public var uri: String { string(outline.uri) }
  /// The version of the standard, which is `1`.
  public var version: String { "1" }
  /// The nonce, which prevents a second use of the message.
  public var nonce: String { string(outline.nonce) }
  /// The identifier of the request; nil if not stated. It may be empty.
  public var requestID: String? { outline.requestID.map(string) }

  /// The resources that the user agrees to resolve; nil if there is no list. An empty list differs from none.
  public var resources: [String]? {
    guard let range = outline.resources else { return nil }
    return text.utf8.dropFirst(range.range.lowerBound).split(separator: UInt8(ascii: "\n"))
      .map { line in String(Substring(line.dropFirst(2))) }
  }

  func string(_ range: TextRange) -> String {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.range.lowerBound)
    return String(text[start..<utf8.index(start, offsetBy: range.count)])
  }

  /// Calls a closure with the bytes of a field, without creating a `String`.
  func withBytes<R>(_ range: TextRange, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    withTextBytes { body(UnsafeBufferPointer(rebasing: $0[range.range])) }
  }

  /// Calls a closure with the bytes of the text. Parsing made the text contiguous, so the bytes are not copied.
  func withTextBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = text
    return text.withUTF8(body)
  }
}

extension SIWEMessage: Hashable, CustomStringConvertible {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
  public var description: String { text }
}
