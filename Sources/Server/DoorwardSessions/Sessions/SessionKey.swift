import DoorwardServerRules
package import DoorwardStore
import Encodings

/// The key of one session. The refresh tokens and the cookie of the session contain a MAC with it.
package struct SessionKey: Sendable {
  package let session: Session.ID
  private let key: DerivedKey

  /// - Parameters:
  ///   - session: the session.
  ///   - parent: the key that the keys of all sessions are derived from.
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
