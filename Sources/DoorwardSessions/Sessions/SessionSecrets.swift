package import DoorwardStore
import Encodings

/// Makes and checks what a session's holder shows: refresh tokens and the hosted page's cookie.
///
/// Each is the session's identifier and a MAC under a key of that session's own, so the store holds
/// nothing that could be shown in its place.
package struct SessionSecrets: Sendable {
  private static let tagLength = 32
  private static let refreshPrefix = "dwr_"

  private let key: DerivedKey

  package init(key: DerivedKey) { self.key = key }

  /// What a refresh token says before it is checked.
  package struct RefreshClaim: Sendable {
    package let session: Session.ID
    package let counter: UInt64
    fileprivate let tag: [UInt8]
  }

  /// The refresh token numbered `counter`; the same call always makes the same token.
  package func refreshToken(of session: Session, counter: UInt64) throws -> String {
    let number = Self.bytes(counter)
    return Self.refreshPrefix
      + Base64URL.encode(session.id.bytes + number + (try tag("refresh", session, number)))
  }

  /// Reads a refresh token; nil where it is none of ours in form.
  package func parseRefreshToken(_ text: String) -> RefreshClaim? {
    guard text.utf8.count < 128, text.hasPrefix(Self.refreshPrefix),
      let bytes = try? Base64URL.decode(String(text.dropFirst(Self.refreshPrefix.count))),
      bytes.count == 16 + 8 + Self.tagLength, let id = Session.ID(bytes: Array(bytes[..<16]))
    else { return nil }
    let counter = bytes[16..<24].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return RefreshClaim(session: id, counter: counter, tag: Array(bytes[24...]))
  }

  /// Whether `session` issued what the claim was read from.
  package func proves(_ claim: RefreshClaim, _ session: Session) throws -> Bool {
    try claim.session == session.id
      && constantTimeEquals(claim.tag, tag("refresh", session, Self.bytes(claim.counter)))
  }

  /// The value of the hosted page's cookie.
  package func cookie(of session: Session) throws -> String {
    Base64URL.encode(session.id.bytes + (try tag("cookie", session, [])))
  }

  /// The session a cookie names, before it is checked; nil where it is none of ours in form.
  package func parseCookie(_ text: String) -> Session.ID? {
    guard text.utf8.count < 128, let bytes = try? Base64URL.decode(text), bytes.count == 16 + Self.tagLength
    else { return nil }
    return Session.ID(bytes: Array(bytes[..<16]))
  }

  /// Whether `text` is the cookie of `session`.
  package func proves(cookie text: String, _ session: Session) throws -> Bool {
    try session.carrier == .cookie
      && constantTimeEquals([UInt8](text.utf8), [UInt8](cookie(of: session).utf8))
  }

  private func tag(_ use: String, _ session: Session, _ content: [UInt8]) throws -> [UInt8] {
    try key.subkey([session.id.bytes, session.keySalt]).authenticate([[UInt8](use.utf8), content])
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
