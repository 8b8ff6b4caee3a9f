package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import Encodings
import JOSE
import JOSESignatures

extension TokenVerifier {
  /// The content of an ID token that a client returns to this server as a hint.
  package struct IDTokenHint: Sendable {
    package let application: Application
    package let user: User.ID
    /// The session on the hosted page.
    package let session: Session.ID
  }

  /// Verifies a hint. An expired ID token is valid as a hint (OpenID Connect RP-Initiated Logout §2).
  ///
  /// - Returns: nil if the text is not an ID token of this server. The type excludes access tokens.
  /// - Throws: an error if the keys cannot be read.
  package func hint(_ text: String) async throws -> IDTokenHint? {
    let verifier = try await keys.hintVerifier()
    let policy = JWTPolicy.all([.type("JWT"), .issuer(issuer)])
    guard let claims = try? verifier.verify(text, policy: policy, at: Timestamp(clock.now)).claims,
      let audience = claims.audience.first, claims.audience.count == 1,
      let application = applications[audience], let user = claims.subject.flatMap({ User.ID($0) }),
      let session = claims.all["sid"]?.string.flatMap({ Session.ID($0) })
    else { return nil }
    return IDTokenHint(application: application, user: user, session: session)
  }

  /// The client that an unverified hint names. The name proves no more than `client_id` does.
  package func claimedApplication(in text: String) -> Application? {
    guard let audience = (try? JWT(text))?.unverifiedClaims.audience, audience.count == 1 else { return nil }
    return audience.first.flatMap { applications[$0] }
  }
}
