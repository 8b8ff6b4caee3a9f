import Encodings
import Foundation
import JOSE
import JOSESignatures

/// Checks the access tokens of one Doorward for one audience.
struct AccessTokens: Sendable {
  private let keys: PublishedKeys
  private let policy: JWTPolicy

  /// - Parameters:
  ///   - issuer: the server's public URL.
  ///   - audience: the application's audience. An account token has the server's own, a token of another application
  ///     that application's.
  /// - Throws: where the issuer is no URL.
  init(issuer: String, audience: String) throws {
    keys = try PublishedKeys(issuer: issuer)
    // The clocks of two machines may differ by seconds.
    policy = .accessToken(issuer: issuer, audience: audience, leeway: 5)
  }

  /// What a token says, once all of it has been checked.
  ///
  /// - Throws: ``TokenRefusal``.
  func verify(_ token: String) async throws(TokenRefusal) -> JWTClaims {
    do {
      let name = try JWS(compact: token).header.keyID
      let verifier = try await keys.verifier(for: name)
      return try verifier.verify(token, policy: policy, at: Timestamp(Date())).claims
    } catch let refusal as TokenRefusal {
      throw refusal
    } catch {
      throw .invalid
    }
  }
}
