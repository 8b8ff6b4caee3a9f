public import JOSE

/// A token that this process has signed. Only ``JWTSigner`` creates values of this type.
public struct SignedJWT: Sendable {
  /// The compact token.
  public let text: String
  /// The protected header.
  public let header: JWSHeader
  /// The claims.
  public let claims: JWTClaims
  /// The algorithm of the key that signed.
  public let algorithm: JWSAlgorithm

  init(text: String, header: JWSHeader, claims: JWTClaims, algorithm: JWSAlgorithm) {
    self.text = text
    self.header = header
    self.claims = claims
    self.algorithm = algorithm
  }
}
