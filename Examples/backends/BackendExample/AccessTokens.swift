import Encodings
import Foundation
import JOSE
import JOSESignatures

/// Verifies the access tokens of one Doorward server for one audience.
struct AccessTokens: Sendable {
  private let keys: PublishedKeys
  private let policy: JWTPolicy

  /// - Parameters:
  ///   - issuer: The server's public URL.
  ///   - audience: The application's audience. Account tokens and tokens of other applications have other audiences.
  /// - Throws: An error if the issuer is not a URL.
  init(issuer: String, audience: String) throws {
    keys = try PublishedKeys(issuer: issuer)
    // The clocks of the server and of this backend may differ by a minute.
    policy = .accessToken(issuer: issuer, audience: audience)
  }

  /// Verifies a token and returns its claims.
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
