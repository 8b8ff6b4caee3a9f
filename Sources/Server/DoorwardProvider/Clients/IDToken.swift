package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
package import Encodings
import JOSESignatures

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The content of an ID token (OpenID Connect Core §2).
package struct IDTokenClaims: Sendable {
  package let user: User
  /// The client's session.
  package let session: Session
  /// The session on the hosted page that allowed the client's session. The client can ask to end it.
  package let signedInOnPage: Session.ID
  package let nonce: String?
  package let accessToken: String
}

extension TokenIssuer {
  /// Issues an ID token for the client. The server does not accept it as a token of another kind.
  package func issue(_ token: IDTokenClaims, application: Application, at now: Date) async throws -> String {
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
    claims["at_hash"] = .string(
      Base64URL.encode(Array(SHA256.hash([UInt8](token.accessToken.utf8)).prefix(16))))
    for claim in token.user.claims(
      allowedBy: session.scopes ?? Scopes([]), PhotoAddresses(origin: issuer))
    {
      claims[claim.key] = claim.value
    }
    return try await keys.signer(application.client.idTokenAlgorithm).sign(claims, type: "JWT")
  }
}

extension User {
  /// The standard claims of the scopes (OpenID Connect Core §5.4). Claims without a value are omitted.
  package func claims(allowedBy scopes: Scopes, _ photos: PhotoAddresses) -> JSONObject {
    var claims: JSONObject = [:]
    if scopes.contains(.profile) {
      for text in ProfileText.allCases { claims[text.claim] = profile[text].map(JSONValue.string) }
      claims["picture"] = photos.url(of: self).map(JSONValue.string)
    }
    return claims
  }
}
