import Encodings
import JOSE
import JOSESignatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes a session's two JWTs (RFC 9068).
struct TokenIssuer: Sendable {
  let issuer: String
  let keys: SigningKeys
  let random: RandomSource
  /// In seconds.
  let lifetime: Int64

  /// A token for one use; it never outlives its session.
  ///
  /// - Parameters:
  ///   - use: what it opens.
  ///   - session: whose it is.
  ///   - application: the session's.
  ///   - scopes: what its client may do with it; nil where no client asked for anything.
  ///   - now: when it is issued.
  /// - Returns: the compact JWT.
  /// - Throws: what the signing keys throw.
  func issue(
    _ use: TokenUse, for session: Session, application: Application, scopes: Scopes?, at now: Date
  ) async throws -> String {
    let issuedAt = Int64(now.timeIntervalSince1970)
    let sessionEnd = Int64(session.expiresAt.timeIntervalSince1970)
    let claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(session.userID.text),
      "aud": .string(use.audience(application, issuer: issuer)), "client_id": .string(application.id),
      "exp": .integer(min(issuedAt + lifetime, sessionEnd)), "iat": .integer(issuedAt),
      "jti": .string(Base64URL.encode(try random.bytes(16))), "sid": .string(session.id.text),
      "auth_time": .integer(Int64(session.authenticatedAt.timeIntervalSince1970)),
      "acr": .string(Self.assurance(of: session)),
      "amr": .strings(session.methods), "scope": .string(use.scope(of: scopes)),
    ]
    return try await keys.signer().sign(claims, type: "at+jwt")
  }

  /// A token that names nobody the store knows: for the application's backends, without a session, and by its
  /// `scope` good for nothing here.
  func issue(toGuest id: String, application: Application, at now: Date) async throws -> String {
    let issuedAt = Int64(now.timeIntervalSince1970)
    let claims: JSONObject = [
      "iss": .string(issuer), "sub": .string(id), "aud": .string(application.audience),
      "client_id": .string(application.id), "exp": .integer(issuedAt + lifetime), "iat": .integer(issuedAt),
      "jti": .string(Base64URL.encode(try random.bytes(16))), "acr": .string(Self.noAssurance),
      "amr": .strings([SignInMethodName.guest.rawValue]), "scope": "guest",
    ]
    return try await keys.signer().sign(claims, type: "at+jwt")
  }

  /// The `acr` of a session.
  static func assurance(of session: Session) -> String { session.isAnonymous ? noAssurance : assurance }

  /// One factor whose proof cannot be replayed: NIST SP 800-63B's AAL1 has no better name of its own.
  private static let assurance = "urn:doorward:acr:wallet"
  /// Nobody has proven anything: the token says only that the visitor is the same as before.
  private static let noAssurance = "urn:doorward:acr:anonymous"
}
