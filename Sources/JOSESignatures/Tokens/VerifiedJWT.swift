public import JOSE

/// A token whose signature was checked with a key of ours and whose claims met a policy; only
/// ``JWTVerifier`` makes one.
public struct VerifiedJWT: Sendable {
  /// The protected header.
  public let header: JWSHeader
  /// What the token says.
  public let claims: JWTClaims
  /// The algorithm of the key that signed.
  public let algorithm: JWSAlgorithm

  init(_ jws: VerifiedJWS, claims: JWTClaims) {
    header = jws.header
    self.claims = claims
    algorithm = jws.algorithm
  }
}
