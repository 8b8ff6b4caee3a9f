public import Encodings

/// A sign-in message of EIP-4361, well formed but not verified: anyone can write one.
///
/// A message *is* its text, because the text is what was signed. Reading it checks every rule of the
/// grammar and remembers where the fields stand; building one from ``SIWEFields`` writes the text and
/// reads it back. So there is one grammar, no message outside it, and nothing is lost between a text
/// and its message: not the digits of a time stamp, nor an empty statement against an absent one.
///
/// To trust a message, take it through a `SIWEVerifier`, which answers a `VerifiedSIWEMessage`.
public struct SIWEMessage: Sendable {
  /// The most bytes a message may have.
  public static let maximumLength = 64 * 1024

  /// The chain ids that are read: from 1 to what keeps EIP-155's `v` within 64 bits (EIP-2294).
  public static let chainIDs: ClosedRange<UInt64> = 1...9_223_372_036_854_775_771

  /// The exact text, which is what the account signs.
  public let text: String

  let outline: SIWEOutline

  init(text: String, outline: SIWEOutline) {
    self.text = text
    self.outline = outline
  }

  /// The account that signs.
  public var address: EthereumAddress { outline.address }
  /// The EIP-155 chain the session is bound to.
  public var chainID: UInt64 { outline.chainID }
  /// When the message was made.
  public var issuedAt: Timestamp { outline.issuedAt.timestamp }
  /// From when on the message is no longer valid, if stated.
  public var expirationTime: Timestamp? { outline.expirationTime?.timestamp }
  /// From when on the message is valid, if stated.
  public var notBefore: Timestamp? { outline.notBefore?.timestamp }

  /// The scheme of the origin of the request; absent means `https`.
  public var scheme: String? { outline.scheme.map(string) }
  /// The authority that asks for the signature: a host, with user information and port if stated.
  public var domain: String { string(outline.domain) }
  /// What the person is told, if anything. Empty and absent are two different messages.
  public var statement: String? { outline.statement.map(string) }
  /// The resource that is the subject of the signature.
  public var uri: String { string(outline.uri) }
  /// The version of the standard, which is `1`.
  public var version: String { "1" }
  /// What keeps the message from being used twice.
  public var nonce: String { string(outline.nonce) }
  /// The identifier of the request, if stated; it may be empty.
  public var requestID: String? { outline.requestID.map(string) }

  /// The resources the person wants resolved. Nil when there is no such list, which is not the same
  /// message as one with an empty list.
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

  /// Lends the bytes of a field, without making a `String` of them.
  func withBytes<R>(_ range: TextRange, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    withTextBytes { body(UnsafeBufferPointer(rebasing: $0[range.range])) }
  }

  /// Lends the bytes of the text. Parsing made it contiguous, so the copy is one of the reference at most.
  func withTextBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let lent = text.utf8.withContiguousStorageIfAvailable(body) { return lent }
    var text = text
    return text.withUTF8(body)
  }
}

extension SIWEMessage: Hashable, CustomStringConvertible {
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
  public var description: String { text }
}
