public import DoorwardOpenSSL
public import JOSE

/// Checks the signatures of compact tokens of any payload (RFC 7515 §5.2).
///
/// ```swift
/// let verifier = JWSVerifier(keys: jwks, algorithms: [.es256], context: openSSL)
/// let payload = try verifier.verify(token).payload
/// ```
///
/// Made once and kept: it holds every key ready. It may be used from any number of tasks at once.
public struct JWSVerifier: Sendable {
  private let keys: VerificationKeys
  private let algorithms: Set<JWSAlgorithm>
  private let limits: JWSLimits

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - keys: the keys that may have signed. Those that cannot be used (another `use`, another
  ///     `alg`, too small) are not, and say why when a token names them.
  ///   - algorithms: which algorithms are accepted at all; a key of another does not count.
  ///   - limits: how long a token may be.
  ///   - context: the algorithms of the library.
  public init(
    keys: JSONWebKeySet, algorithms: Set<JWSAlgorithm>, limits: JWSLimits = JWSLimits(),
    context: OpenSSLContext
  ) {
    self.keys = VerificationKeys(keys, context: context)
    self.algorithms = algorithms
    self.limits = limits
  }

  /// Checks a compact token.
  ///
  /// - Throws: ``JOSEError`` `malformed_token`, `token_too_large`, `unsupported_critical_header`,
  ///   `unsupported_algorithm`, `algorithm_not_allowed`, `unknown_key`, `wrong_signature`, or what
  ///   is wrong with the key the token names.
  public func verify(_ token: String) throws(JOSEError) -> VerifiedJWS {
    try verify(JWS(compact: token, limits: limits))
  }

  /// Checks a token that was taken apart already.
  ///
  /// - Throws: as ``verify(_:)-(String)``.
  public func verify(_ jws: JWS) throws(JOSEError) -> VerifiedJWS {
    let algorithm = try accepted(jws.header.algorithm)
    for key in try keys.candidates(for: algorithm, keyID: jws.header.keyID)
    where try key.isValid(jws.signature, for: jws.signingInput) {
      return VerifiedJWS(jws, signedWith: key)
    }
    throw JOSEError(code: .wrongSignature, reason: "the signature does not belong to this token and key")
  }

  private func accepted(_ name: String) throws(JOSEError) -> JWSAlgorithm {
    guard let algorithm = JWSAlgorithm(rawValue: name) else {
      // RFC 8725 §3.2: `none` signs nothing, in whatever case somebody writes it.
      guard name.lowercased() != "none" else {
        throw JOSEError(code: .algorithmNotAllowed, reason: "the token is not signed (alg none)")
      }
      throw JOSEError(
        code: .unsupportedAlgorithm, reason: "the token's algorithm is not one this library does")
    }
    guard algorithms.contains(algorithm) else {
      throw JOSEError(code: .algorithmNotAllowed, reason: "\(name) is not accepted here")
    }
    return algorithm
  }
}
