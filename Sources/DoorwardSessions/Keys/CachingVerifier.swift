import DoorwardOpenSSL
import DoorwardThreads
package import Encodings
package import JOSE
package import JOSESignatures

/// Verifies the signature of a token on its first use only, and never if this process has signed the token.
///
/// A verifier belongs to one set of keys: when ``SigningKeys`` has read its keys, it makes a new verifier, which knows
/// no token. The policy decides at every use, so a token that has expired is refused. The cache does not contain
/// tokens: it finds them by their SHA-256.
package final class CachingVerifier: Sendable {
  /// The most tokens that are kept, about 2 KiB each.
  static let capacity = 10_000

  private let verifier: JWTVerifier
  private let library: OpenSSLContext
  private let verified = Monitor(RecentEntries<[UInt8], VerifiedJWT>(capacity: capacity))

  init(_ verifier: JWTVerifier, library: OpenSSLContext) {
    self.verifier = verifier
    self.library = library
  }

  /// The number of tokens that are kept.
  package var count: Int { verified.withLock { $0.count } }

  /// Keeps a token of this process, whose first use is usually near.
  ///
  /// - Throws: the errors of the library.
  func keep(_ token: SignedJWT) throws {
    let key = try library.sha256([UInt8](token.text.utf8))
    verified.withLock { $0.keep(VerifiedJWT(token), for: key) }
  }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - text: the token.
  ///   - policy: the check of its header and its claims.
  ///   - time: the time of the check.
  /// - Returns: the verified token.
  /// - Throws: `JOSEError` as `JWTVerifier` does.
  package func verify(_ text: String, policy: JWTPolicy, at time: Timestamp) throws -> VerifiedJWT {
    let key = try library.sha256([UInt8](text.utf8))
    let token: VerifiedJWT
    if let known = verified.withLock({ $0.value(of: key) }) {
      token = known
    } else {
      token = try verifier.verify(text, policy: .all([]), at: time)
      verified.withLock { $0.keep(token, for: key) }
    }
    if let failure = policy.failure(header: token.header, claims: token.claims, at: time) { throw failure }
    return token
  }
}
