public import DoorwardOpenSSL
public import JOSE

/// Verifies the signatures of compact tokens with any payload (RFC 7515 §5.2).
///
/// ```swift
/// let verifier = JWSVerifier(keys: jwks, algorithms: [.es256], context: openSSL)
/// let payload = try verifier.verify(token).payload
/// ```
///
/// Create a verifier once and reuse it: it prepares all its keys. Several tasks can use it at the same time.
public struct JWSVerifier: Sendable {
  private let keys: VerificationKeys
  private let algorithms: Set<JWSAlgorithm>
  private let limits: JWSLimits

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - keys: The accepted keys. Unusable keys (another `use`, another `alg`, too small) are skipped; a token
  ///     that names one of them fails with the reason.
  ///   - algorithms: The accepted algorithms. Keys with other algorithms are not used.
  ///   - limits: The length limits.
  ///   - context: The cryptographic library.
  public init(
    keys: JSONWebKeySet, algorithms: Set<JWSAlgorithm>, limits: JWSLimits = JWSLimits(),
    context: OpenSSLContext
  ) {
    self.keys = VerificationKeys(keys, context: context)
    self.algorithms = algorithms
    self.limits = limits
  }

  /// Verifies a compact token.
  ///
  /// - Throws: ``JOSEError``: `malformed_token`, `token_too_large`, `unsupported_critical_header`,
  ///   `unsupported_algorithm`, `algorithm_not_allowed`, `unknown_key`, `wrong_signature`, or the reason why
  ///   the key of the token is unusable.
  public func verify(_ token: String) throws(JOSEError) -> VerifiedJWS {
    try verify(JWS(compact: token, limits: limits))
  }

  /// Verifies a parsed token.
  ///
  /// - Throws: The errors of ``verify(_:)-(String)``.
  public func verify(_ jws: JWS) throws(JOSEError) -> VerifiedJWS {
    let algorithm = try accepted(jws.header.algorithm)
    for key in try keys.candidates(for: algorithm, keyID: jws.header.keyID)
    where try key.isValid(jws.signature, for: jws.signingInput) {
      return VerifiedJWS(jws, signedWith: key)
    }
    throw JOSEError(code: .wrongSignature, reason: "the signature does not match the token and the key")
  }

  private func accepted(_ name: String) throws(JOSEError) -> JWSAlgorithm {
    guard let algorithm = JWSAlgorithm(rawValue: name) else {
      // RFC 8725 §3.2: `none` in any case means that the token is not signed.
      guard name.lowercased() != "none" else {
        throw JOSEError(code: .algorithmNotAllowed, reason: "the token is not signed (alg none)")
      }
      throw JOSEError(
        code: .unsupportedAlgorithm, reason: "the token's algorithm is not supported")
    }
    guard algorithms.contains(algorithm) else {
      throw JOSEError(code: .algorithmNotAllowed, reason: "the algorithm \(name) is not allowed")
    }
    return algorithm
  }
}

/// A token with a valid signature by a key of the verifier. Only ``JWSVerifier`` creates values of this type.
public struct VerifiedJWS: Sendable {
  /// The protected header.
  public let header: JWSHeader
  /// The signed payload.
  public let payload: [UInt8]
  /// The algorithm of the key that signed.
  public let algorithm: JWSAlgorithm

  init(_ jws: JWS, signedWith key: VerificationKey) {
    header = jws.header
    payload = jws.unverifiedPayload
    algorithm = key.algorithm
  }
}
