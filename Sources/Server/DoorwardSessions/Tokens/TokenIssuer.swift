package import DoorwardStore
import Encodings
import JOSE
import JOSESignatures

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Makes the tokens of sessions and of visitors (RFC 9068).
package struct TokenIssuer: Sendable {
  package let issuer: String
  package let keys: SigningKeys
  package let random: RandomSource
  /// The lifetime of a token in seconds.
  package let lifetime: Int64

  package init(
    issuer: String, keys: SigningKeys, random: RandomSource, lifetime: Int64
  ) {
    self.issuer = issuer
    self.keys = keys
    self.random = random
    self.lifetime = lifetime
  }

  /// Prepares the tokens of a session.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - application: the application of the session.
  ///   - now: the time of issue.
  /// - Returns: the maker of the tokens.
  /// - Throws: the errors of the signing keys.
  package func tokens(of session: Session, application: Application, at now: Date) async throws
    -> SessionTokens
  {
    let issuedAt = Int64(now.timeIntervalSince1970)
    return SessionTokens(
      issuer: issuer, random: random, signer: try await keys.bearerSigner(), session: session,
      application: application, issuedAt: issuedAt,
      expiresAt: min(issuedAt + lifetime, Int64(session.expiresAt.timeIntervalSince1970)))
  }

  /// Makes a token for the application's backends that belongs to no user and no session. Its `scope` does not open
  /// any call of this server.
  ///
  /// - Parameters:
  ///   - id: the subject. It must not look like the id of a user.
  ///   - method: the method that issues the token, which is also its `scope`.
  ///   - application: the application.
  ///   - now: the time of issue.
  /// - Returns: the compact JWT.
  /// - Throws: the errors of the signing keys.
  package func issue(
    toVisitor id: String, by method: SignInMethodName, application: Application, at now: Date
  ) async throws -> String {
    let issuedAt = Int64(now.timeIntervalSince1970)
    let claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(id), "aud": .string(application.audience),
      "client_id": .string(application.id), "exp": .integer(issuedAt + lifetime), "iat": .integer(issuedAt),
      "jti": .string(Base64URL.encode(try random.bytes(16))), "acr": .string(Assurance.none.rawValue),
      "amr": .strings([method.rawValue]), "scope": .string(method.rawValue),
    ]
    return try await keys.bearerSigner().sign(claims.serialized(), type: "at+jwt", isSoonUsed: false)
  }
}
