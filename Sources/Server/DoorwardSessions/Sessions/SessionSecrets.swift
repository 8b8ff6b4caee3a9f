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
