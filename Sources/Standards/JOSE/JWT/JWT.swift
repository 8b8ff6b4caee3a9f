/// A token and its claims, parsed. The signature is not verified.
///
/// Use this type only to inspect a token, for example to choose a verifier by the claimed issuer. Use the
/// `VerifiedJWT` of a verifier for all decisions.
public struct JWT: Sendable {
  /// The parsed token.
  public let jws: JWS
  /// The claims. They are not verified.
  public let unverifiedClaims: JWTClaims

  /// The protected header.
  public var header: JWSHeader { jws.header }

  /// Parses a compact token whose payload consists of claims.
  ///
  /// - Parameters:
  ///   - token: `header.payload.signature`, each part in base64url without padding.
  ///   - limits: The length limits.
  /// - Throws: ``JOSEError``: `malformed_token`, `token_too_large`, `unsupported_critical_header`,
  ///   `malformed_claims`.
  public init(_ token: String, limits: JWSLimits = JWSLimits()) throws(JOSEError) {
    jws = try JWS(compact: token, limits: limits)
    unverifiedClaims = try JWTClaims(payload: jws.unverifiedPayload)
  }
}
