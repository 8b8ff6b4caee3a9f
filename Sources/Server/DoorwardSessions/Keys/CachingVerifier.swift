import DoorwardOpenSSL
import DoorwardSystem
package import Encodings
package import JOSE
package import JOSESignatures

/// Verifies the signature of a token on its first use only, and never if this process has signed the token.
///
/// A verifier belongs to one set of keys: when ``SigningKeys`` has read its keys, it makes a new verifier, which knows
/// no token. The policy decides at every use, so a token that has expired is refused. The cache does not contain
/// tokens: it finds them by their SHA-256.
package final class CachingVerifier: Sendable {
  /// The most tokens that are kept, between 1 and 2 KiB each.
  static let capacity = 10_000

  private let verifier: JWTVerifier
  private let library: OpenSSLContext
  private let known = Monitor(RecentEntries<[UInt8], Known>(capacity: capacity))

  private enum Known: Sendable {
    /// A token of this process that was not used yet. Its claims are read at its first use.
    case signed(SignedJWT.Contents)
    case verified(VerifiedJWT)
  }

  init(_ verifier: JWTVerifier, library: OpenSSLContext) {
    self.verifier = verifier
    self.library = library
  }

  /// The number of tokens that are kept.
  package var count: Int { known.withLock { $0.count } }

  /// Keeps a token of this process, whose first use is usually near.
  ///
  /// - Throws: the errors of the library.
  func keep(_ token: SignedJWT) throws {
    let key = try library.sha256([UInt8](token.text.utf8))
    known.withLock { $0.keep(.signed(token.contents), for: key) }
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
    switch known.withLock({ $0.value(of: key) }) {
    case .verified(let verified): token = verified
    case .signed(let contents):
      token = try VerifiedJWT(contents)
      keep(token, for: key)
    case nil:
      token = try verifier.verify(text, policy: .all([]), at: time)
      keep(token, for: key)
    }
    if let failure = policy.failure(header: token.header, claims: token.claims, at: time) { throw failure }
    return token
  }

  private func keep(_ token: VerifiedJWT, for key: [UInt8]) {
    known.withLock { $0.keep(.verified(token), for: key) }
  }
}

/// Signs bearer tokens with the active ES256 key of one moment. Do not keep it: another key may become active.
package struct BearerSigner: Sendable {
  let signer: JWTSigner
  let verifier: CachingVerifier

  /// Signs the claims of a token.
  ///
  /// - Parameters:
  ///   - claims: the claims, as a JSON object. Registered claims must have the types of RFC 7519 §4.1.
  ///   - type: the `typ` of the token.
  ///   - isSoonUsed: whether the verifier keeps the token, so that its first use needs no check of its signature.
  /// - Returns: the compact token.
  /// - Throws: `JOSEError`.
  func sign(_ claims: [UInt8], type: String, isSoonUsed: Bool) throws -> String {
    let token = try signer.signed(payload: claims, type: type)
    if isSoonUsed { try verifier.keep(token) }
    return token.text
  }
}
