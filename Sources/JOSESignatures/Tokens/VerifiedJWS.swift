public import JOSE

/// A signed token whose signature was checked with a key of ours; only ``JWSVerifier`` makes one.
public struct VerifiedJWS: Sendable {
  /// The protected header.
  public let header: JWSHeader
  /// What was signed.
  public let payload: [UInt8]
  /// The algorithm of the key that signed.
  public let algorithm: JWSAlgorithm

  init(_ jws: JWS, signedWith key: VerificationKey) {
    header = jws.header
    payload = jws.unverifiedPayload
    algorithm = key.algorithm
  }
}
