internal import DoorwardOpenSSL
internal import Encodings
internal import JOSE

/// The prepared keys of a verifier, and the selection of candidates for a token.
struct VerificationKeys: Sendable {
  /// The most keys that are tried for one token. Each try costs a signature verification.
  private static let maxCandidates = 8

  private let keys: [VerificationKey]
  /// The keys that cannot be used, for the error of a token that names one of them.
  private let unusable: [JSONWebKeySet.IgnoredKey]

  init(_ set: JSONWebKeySet, context: OpenSSLContext) {
    var keys: [VerificationKey] = []
    var unusable = set.ignored
    for key in set.keys {
      do throws(JOSEError) {
        keys.append(try VerificationKey(key, context: context))
      } catch {
        unusable.append(.init(keyID: key.keyID, error: error))
      }
    }
    self.keys = keys
    self.unusable = unusable
  }

  /// The keys that may have signed a token: the key with its `kid`, or all suitable keys if it has no `kid`.
  ///
  /// The key determines the algorithm, and the token must match it (RFC 8725 §3.1).
  func candidates(for algorithm: JWSAlgorithm, keyID: String?) throws(JOSEError) -> [VerificationKey] {
    let named = keys.filter { keyID == nil || sameBytes($0.keyID, keyID) }
    let fitting = named.filter { $0.algorithm == algorithm }
    if fitting.isEmpty { throw error(named, algorithm, keyID: keyID) }
    guard fitting.count <= Self.maxCandidates else {
      throw JOSEError(code: .unknownKey, reason: "too many keys match the token; the token must have a kid")
    }
    return fitting
  }

  private func error(
    _ named: [VerificationKey], _ algorithm: JWSAlgorithm, keyID: String?
  ) -> JOSEError {
    if !named.isEmpty {
      let others = Set(named.map(\.algorithm.rawValue)).sorted().joined(separator: ", ")
      return JOSEError(
        code: .algorithmNotAllowed,
        reason: "the token's alg is \(algorithm.rawValue), but the key supports \(others)")
    }
    if let known = unusable.first(where: { keyID == nil || sameBytes($0.keyID, keyID) }) {
      return known.error
    }
    return JOSEError(
      code: .unknownKey, reason: keyID == nil ? "the set contains no key" : "no key has the token's kid")
  }
}
