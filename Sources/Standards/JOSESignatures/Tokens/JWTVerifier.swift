public import DoorwardOpenSSL
public import Encodings
public import JOSE

/// Verifies JSON Web Tokens: first the signature, then the claims (RFC 7519 §7.2, RFC 8725).
///
/// ```swift
/// let verifier = JWTVerifier(keys: jwks, algorithms: [.es256], context: openSSL)
/// let token = try verifier.verify(
///   text, policy: .accessToken(issuer: "https://id.example", audience: "https://api.example"),
///   at: Timestamp(clock.now))
/// ```
///
/// Create a verifier once and reuse it: it prepares all its keys. Several tasks can use it at the same time.
public struct JWTVerifier: Sendable {
  private let verifier: JWSVerifier

  /// Creates a verifier; see ``JWSVerifier/init(keys:algorithms:limits:context:)``.
  public init(
    keys: JSONWebKeySet, algorithms: Set<JWSAlgorithm>, limits: JWSLimits = JWSLimits(),
    context: OpenSSLContext
  ) {
    verifier = JWSVerifier(keys: keys, algorithms: algorithms, limits: limits, context: context)
  }

  /// Verifies a compact token and its claims.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - policy: The policy for the header and the claims.
  ///   - time: The current time.
  /// - Returns: The verified token.
  /// - Throws: ``JOSEError``: the errors of ``JWSVerifier/verify(_:)-(String)``, `malformed_claims`, or the
  ///   error of the policy.
  public func verify(_ token: String, policy: JWTPolicy, at time: Timestamp) throws(JOSEError) -> VerifiedJWT
  {
    let jws = try verifier.verify(token)
    let claims = try JWTClaims(payload: jws.payload)
    if let failure = policy.failure(header: jws.header, claims: claims, at: time) { throw failure }
    return VerifiedJWT(jws, claims: claims)
  }
}

/// A token with a valid signature by a key of the verifier, whose claims met a policy; or a token that this process has
/// signed. Only ``JWTVerifier`` and ``JWTSigner`` create values of this type.
public struct VerifiedJWT: Sendable {
  /// The protected header.
  public let header: JWSHeader
  /// The claims.
  public let claims: JWTClaims
  /// The algorithm of the key that signed.
  public let algorithm: JWSAlgorithm

  init(_ jws: VerifiedJWS, claims: JWTClaims) {
    header = jws.header
    self.claims = claims
    algorithm = jws.algorithm
  }

  /// The token that a signer of this process has made. Its signature needs no check.
  ///
  /// - Throws: ``JOSEError``: `malformed_claims`.
  package init(_ signed: SignedJWT.Contents) throws(JOSEError) {
    header = signed.header
    claims = try JWTClaims(payload: signed.payload)
    algorithm = signed.algorithm
  }
}
