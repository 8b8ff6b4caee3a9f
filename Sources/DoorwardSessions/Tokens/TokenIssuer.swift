package import DoorwardStore
import Encodings
import JOSE
import JOSESignatures

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Makes the access token and the account token of a session (RFC 9068).
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

  /// Makes a token for one use. It never expires later than its session.
  ///
  /// - Parameters:
  ///   - use: the use of the token.
  ///   - session: the session of the token.
  ///   - application: the application of the session.
  ///   - scopes: the scopes that the client may use; nil if no client requested scopes.
  ///   - now: the time of issue.
  /// - Returns: the compact JWT.
  /// - Throws: the errors of the signing keys.
  package func issue(
    _ use: TokenUse, for session: Session, application: Application, scopes: Scopes?, at now: Date
  ) async throws -> String {
    let issuedAt = Int64(now.timeIntervalSince1970)
    let sessionEnd = Int64(session.expiresAt.timeIntervalSince1970)
    let id = Base64URL.encode(try random.bytes(16))
    var claims = JSONWriter()
    claims.object { claims in
      claims.member("iss", .string(issuer))
      claims.member("sub", .string(session.userID.text))
      claims.member("aud", .string(use.audience(application, issuer: issuer)))
      claims.member("client_id", .string(application.id))
      claims.member("exp", .integer(min(issuedAt + lifetime, sessionEnd)))
      claims.member("iat", .integer(issuedAt))
      claims.member("jti", .string(id))
      claims.member("sid", .string(session.id.text))
      claims.member("auth_time", .integer(Int64(session.authenticatedAt.timeIntervalSince1970)))
      claims.member("acr", .string(session.assurance.rawValue))
      claims.member("amr", .strings(session.methods.map(\.rawValue)))
      claims.member("scope", .string(use.scope(of: scopes)))
    }
    return try await keys.sign(claims.finish(), type: "at+jwt", isSoonUsed: use == .access)
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
    return try await keys.sign(claims.serialized(), type: "at+jwt", isSoonUsed: false)
  }
}
