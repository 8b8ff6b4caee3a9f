import DoorwardServerRules
package import DoorwardStore
import Encodings

/// Makes and checks the credentials of a session: refresh tokens and the hosted page's cookie.
///
/// Each credential consists of the session's identifier and a MAC with a key of that session. The store contains no
/// value that could replace a credential.
package struct SessionSecrets: Sendable {
  private let key: DerivedKey

  package init(key: DerivedKey) { self.key = key }

  /// A refresh token that was parsed and is not yet verified.
  package struct RefreshClaim: Sendable {
    package let session: Session.ID
    package var counter: UInt64 { token.counter }
    var tag: [UInt8] { token.tag }
    fileprivate let token: RefreshTokenText
  }

  /// The key of a session. A caller that needs several credentials of a session derives it once.
  package func key(of session: Session) throws -> SessionKey { try SessionKey(of: session, derivedFrom: key) }

  /// Reads a refresh token.
  ///
  /// - Returns: nil if the text does not have the form of a refresh token.
  package func parseRefreshToken(_ text: String) -> RefreshClaim? {
    guard let token = RefreshTokenText(text), let id = Session.ID(bytes: token.session) else { return nil }
    return RefreshClaim(session: id, token: token)
  }

  /// Whether `session` issued the token that the claim was read from.
  package func proves(_ claim: RefreshClaim, _ session: Session) throws -> Bool {
    try key(of: session).proves(claim)
  }

  /// The value of the hosted page's cookie.
  package func cookie(of session: Session) throws -> String { try key(of: session).cookie() }

  /// The session that a cookie names. The cookie is not yet verified. Nil if the text does not have the form of a
  /// cookie.
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
}

/// The key of one session. The refresh tokens and the cookie of the session contain a MAC with it.
package struct SessionKey: Sendable {
  package let session: Session.ID
  private let key: DerivedKey

  /// `parent` is the key that the keys of all sessions are derived from.
  ///
  /// - Throws: the errors of the library.
  init(of session: Session, derivedFrom parent: DerivedKey) throws {
    self.session = session.id
    key = try parent.subkey([session.id.bytes, session.keySalt])
  }

  /// The refresh token numbered `counter`. The result is always the same for the same session and number.
  package func refreshToken(counter: UInt64) throws -> String {
    RefreshTokenText(session: session.bytes, counter: counter, tag: try tag(ofRefresh: counter)).text
  }

  /// Whether this session issued the token that the claim was read from.
  package func proves(_ claim: SessionSecrets.RefreshClaim) throws -> Bool {
    try claim.session == session && constantTimeEquals(claim.tag, tag(ofRefresh: claim.counter))
  }

  /// The value of the hosted page's cookie.
  func cookie() throws -> String { Base64URL.encode(session.bytes + (try tag("cookie", []))) }

  private func tag(ofRefresh counter: UInt64) throws -> [UInt8] {
    try tag("refresh", RefreshTokenText.bytes(of: counter))
  }

  private func tag(_ use: String, _ content: [UInt8]) throws -> [UInt8] {
    try key.authenticate([[UInt8](use.utf8), content])
  }
}
