internal import DoorwardOpenSSL
internal import Encodings
internal import JOSE

/// The ready keys of a verifier, and which of them a token is held against.
struct VerificationKeys: Sendable {
  /// How many keys one token is tried with, at most: each try costs a signature check.
  private static let maxCandidates = 8

  private let keys: [VerificationKey]
  /// Keys that cannot be used here, to tell whoever presents a token of one why.
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

  /// The keys a token may be signed by: those it names, or, where it names none, those that fit.
  ///
  /// The key fixes the algorithm, and the token must agree; never the other way round (RFC 8725 §3.1).
  func candidates(for algorithm: JWSAlgorithm, keyID: String?) throws(JOSEError) -> [VerificationKey] {
    let named = keys.filter { keyID == nil || sameBytes($0.keyID, keyID) }
    let fitting = named.filter { $0.algorithm == algorithm }
    if fitting.isEmpty { throw refusal(named, algorithm, keyID: keyID) }
    guard fitting.count <= Self.maxCandidates else {
      throw JOSEError(code: .unknownKey, reason: "too many keys fit the token; it must name its own (kid)")
    }
    return fitting
  }

  private func refusal(
    _ named: [VerificationKey], _ algorithm: JWSAlgorithm, keyID: String?
  ) -> JOSEError {
    if !named.isEmpty {
      let others = Set(named.map(\.algorithm.rawValue)).sorted().joined(separator: ", ")
      return JOSEError(
        code: .algorithmNotAllowed, reason: "the token says \(algorithm.rawValue), the key does \(others)")
    }
    if let known = unusable.first(where: { keyID == nil || sameBytes($0.keyID, keyID) }) {
      return known.error
    }
    return JOSEError(
      code: .unknownKey, reason: keyID == nil ? "there is no key" : "no key has the kid that the token names")
  }
}
