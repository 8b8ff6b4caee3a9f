public import JOSE

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
