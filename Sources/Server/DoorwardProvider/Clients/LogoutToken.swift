package import DoorwardSessions
package import DoorwardStore
import Encodings
import JOSE
import JOSESignatures

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension TokenIssuer {
  /// The lifetime of a logout token, in seconds. It is signed for each attempt.
  private static let logoutLifetime: Int64 = 120
  /// OpenID Connect Back-Channel Logout 1.0 §2.4.
  private static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

  /// Issues the token that tells a client that a sign-in has ended (§2.4). Its type and the missing nonce prevent that it is taken
  /// for an ID token.
  ///
  /// - Throws: the errors of the keys and of the random source.
  package func logoutToken(
    of login: ClientLogin, for application: Application, at now: Date
  ) async throws -> String {
    let issuedAt = Int64(now.timeIntervalSince1970)
    let claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(login.user.text), "aud": .string(application.id),
      "iat": .integer(issuedAt), "exp": .integer(issuedAt + Self.logoutLifetime),
      "jti": .string(Base64URL.encode(try random.bytes(16))), "sid": .string(login.page.text),
      "events": [Self.logoutEvent: [:]],
    ]
    return try await keys.signer(application.client.idTokenAlgorithm).sign(claims, type: "logout+jwt")
  }
}
