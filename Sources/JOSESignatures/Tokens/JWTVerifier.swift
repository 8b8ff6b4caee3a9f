public import DoorwardOpenSSL
public import Encodings
public import JOSE

/// Checks JSON web tokens: the signature first, then what they say (RFC 7519 §7.2, RFC 8725).
///
/// ```swift
/// let verifier = JWTVerifier(keys: jwks, algorithms: [.es256], context: openSSL)
/// let token = try verifier.verify(
///   text, policy: .accessToken(issuer: "https://id.example", audience: "https://api.example"),
///   at: Timestamp(clock.now))
/// ```
///
/// Made once and kept: it holds every key ready. It may be used from any number of tasks at once.
public struct JWTVerifier: Sendable {
  private let verifier: JWSVerifier

  /// Makes a verifier; see ``JWSVerifier/init(keys:algorithms:limits:context:)``.
  public init(
    keys: JSONWebKeySet, algorithms: Set<JWSAlgorithm>, limits: JWSLimits = JWSLimits(),
    context: OpenSSLContext
  ) {
    verifier = JWSVerifier(keys: keys, algorithms: algorithms, limits: limits, context: context)
  }

  /// Checks a compact token and what it says.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - policy: what it must say.
  ///   - time: the present.
  /// - Returns: the token, to be acted on.
  /// - Throws: ``JOSEError`` as ``JWSVerifier/verify(_:)-(String)``, then `malformed_claims`, then
  ///   the policy's reason.
  public func verify(_ token: String, policy: JWTPolicy, at time: Timestamp) throws(JOSEError) -> VerifiedJWT
  {
    let jws = try verifier.verify(token)
    let claims = try JWTClaims(payload: jws.payload)
    if let failure = policy.failure(header: jws.header, claims: claims, at: time) { throw failure }
    return VerifiedJWT(jws, claims: claims)
  }
}
