package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
import Encodings
import JOSE
import JOSESignatures

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The content of an ID token (OpenID Connect Core §2).
package struct IDTokenClaims: Sendable {
  package let user: User
  package let claims: UserClaims
  /// The client's session.
  package let session: Session
  /// The session on the hosted page that allowed the client's session. The client can ask to end it.
  package let signedInOnPage: Session.ID
  package let nonce: String?
  /// The access token that is issued with it; nil in a preview.
  package let accessToken: String?
}

extension TokenIssuer {
  /// Issues an ID token for the client. The server does not accept it as a token of another kind.
  package func issue(_ token: IDTokenClaims, application: Application, at now: Date) async throws -> String {
    try await keys.signer(application.client.idTokenAlgorithm).sign(
      claims(of: token, application: application, at: now), type: "JWT")
  }

  /// The claims of an ID token.
  func claims(of token: IDTokenClaims, application: Application, at now: Date) -> JSONObject {
    let issuedAt = Int64(now.timeIntervalSince1970)
    let session = token.session
    var claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(token.user.id.text), "aud": .string(application.id),
      "azp": .string(application.id), "exp": .integer(issuedAt + lifetime), "iat": .integer(issuedAt),
      "auth_time": .integer(Int64(session.authenticatedAt.timeIntervalSince1970)),
    ]
    claims["nonce"] = token.nonce.map(JSONValue.string)
    claims["acr"] = .string(session.assurance.rawValue)
    claims["amr"] = .strings(session.methods.map(\.rawValue))
    claims["sid"] = .string(token.signedInOnPage.text)
    // OpenID Connect Core §3.1.3.6: the left half of the hash, which ES256 and RS256 both have as SHA-256.
    claims["at_hash"] = token.accessToken.map { access in
      .string(Base64URL.encode(Array(SHA256.hash([UInt8](access.utf8)).prefix(16))))
    }
    claims[WireUser.Members.roles] = application.rolesClaim(of: token.claims.roles)
    for claim in token.claims.json(within: session.scopes ?? Scopes([]), PhotoAddresses(origin: issuer)) {
      claims[claim.key] = claim.value
    }
    return claims
  }
}

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
