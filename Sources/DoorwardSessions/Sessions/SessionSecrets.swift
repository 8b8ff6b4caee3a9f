package import DoorwardStore
import DoorwardWire
import Encodings

/// Makes and checks the credentials of a session: refresh tokens and the hosted page's cookie.
///
/// Each is the session's identifier and a MAC under a key of that session, so the store has no value that works in its
/// place.
package struct SessionSecrets: Sendable {
  private let key: DerivedKey

  package init(key: DerivedKey) { self.key = key }

  /// A refresh token as it was read, before it is checked.
  package struct RefreshClaim: Sendable {
    package let session: Session.ID
    package var counter: UInt64 { token.counter }
    fileprivate let token: RefreshTokenText
  }

  /// The refresh token numbered `counter`. The same call always makes the same token.
  package func refreshToken(of session: Session, counter: UInt64) throws -> String {
    RefreshTokenText(
      session: session.id.bytes, counter: counter,
      tag: try tag("refresh", session, RefreshTokenText.bytes(of: counter))
    ).text
  }

  /// Reads a refresh token.
  ///
  /// - Returns: nil for a text of another form.
  package func parseRefreshToken(_ text: String) -> RefreshClaim? {
    guard let token = RefreshTokenText(text), let id = Session.ID(bytes: token.session) else { return nil }
    return RefreshClaim(session: id, token: token)
  }

  /// Whether `session` issued the token that the claim was read from.
  package func proves(_ claim: RefreshClaim, _ session: Session) throws -> Bool {
    try claim.session == session.id
      && constantTimeEquals(
        claim.token.tag, tag("refresh", session, RefreshTokenText.bytes(of: claim.counter)))
  }

  /// The value of the hosted page's cookie.
  package func cookie(of session: Session) throws -> String {
    Base64URL.encode(session.id.bytes + (try tag("cookie", session, [])))
  }

  /// The session a cookie names, before it is checked; nil where it is none of ours in form.
  package func parseCookie(_ text: String) -> Session.ID? {
    guard text.utf8.count < 128, let bytes = try? Base64URL.decode(text),
      bytes.count == 16 + RefreshTokenText.tagBytes
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
}
