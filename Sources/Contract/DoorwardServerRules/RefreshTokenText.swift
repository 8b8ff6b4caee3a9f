import Encodings

/// The form of a refresh token: the session, the number of the token and a tag that only the server can make.
package struct RefreshTokenText: Sendable, Equatable {
  package static let tagBytes = 32
  private static let prefix = "dwr_"
  private static let sessionBytes = 16
  private static let counterBytes = 8

  /// The 16 bytes of the session's id.
  package let session: [UInt8]
  package let counter: UInt64
  package let tag: [UInt8]

  package init(session: [UInt8], counter: UInt64, tag: [UInt8]) {
    precondition(session.count == Self.sessionBytes && tag.count == Self.tagBytes)
    self.session = session
    self.counter = counter
    self.tag = tag
  }

  /// Reads a token; nil for a text of another form.
  package init?(_ text: String) {
    guard text.utf8.count < 128, text.hasPrefix(Self.prefix),
      let bytes = try? Base64URL.decode(String(text.dropFirst(Self.prefix.count))),
      bytes.count == Self.sessionBytes + Self.counterBytes + Self.tagBytes
    else { return nil }
    session = Array(bytes.prefix(Self.sessionBytes))
    counter = bytes.dropFirst(Self.sessionBytes).prefix(Self.counterBytes).reduce(0) { $0 << 8 | UInt64($1) }
    tag = Array(bytes.suffix(Self.tagBytes))
  }

  package var text: String { Self.prefix + Base64URL.encode(session + Self.bytes(of: counter) + tag) }

  /// The number of a token as the tag covers it: 8 bytes, the highest first.
  package static func bytes(of counter: UInt64) -> [UInt8] {
    withUnsafeBytes(of: counter.bigEndian) { Array($0) }
  }
}
