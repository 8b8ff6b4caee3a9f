public import JOSE

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
