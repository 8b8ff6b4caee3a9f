/// A token and its claims, read and not believed: the signature has not been checked.
///
/// Made for looking, such as choosing the verifier by the issuer a token says it is from. What may
/// be acted on is the `VerifiedJWT` that a verifier gives back.
public struct JWT: Sendable {
  /// The token taken apart.
  public let jws: JWS
  /// The claims. Nobody has vouched for them yet.
  public let unverifiedClaims: JWTClaims

  /// The protected header.
  public var header: JWSHeader { jws.header }

  /// Reads a compact token whose payload is claims.
  ///
  /// - Parameters:
  ///   - token: `header.payload.signature`, each in base64url without padding.
  ///   - limits: how long it may be.
  /// - Throws: ``JOSEError`` `malformed_token`, `token_too_large`, `unsupported_critical_header`,
  ///   `malformed_claims`.
  public init(_ token: String, limits: JWSLimits = JWSLimits()) throws(JOSEError) {
    jws = try JWS(compact: token, limits: limits)
    unverifiedClaims = try JWTClaims(payload: jws.unverifiedPayload)
  }
}
