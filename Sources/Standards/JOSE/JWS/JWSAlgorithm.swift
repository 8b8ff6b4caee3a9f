/// The signature algorithms of this library (RFC 7518 §3.1, RFC 8037 §3.1).
///
/// Each kind of key supports exactly one of them, so the header of a token cannot choose how a key is used. In
/// other libraries, that choice let attackers sign tokens with a public key as the HMAC secret.
public enum JWSAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// ECDSA on P-256 with SHA-256; keys of type EC.
  case es256 = "ES256"
  /// Ed25519; keys of type OKP.
  case edDSA = "EdDSA"
  /// RSASSA-PKCS1-v1_5 with SHA-256; keys of type RSA.
  case rs256 = "RS256"
  /// HMAC with SHA-256; keys of type oct. A key that verifies can also sign.
  case hs256 = "HS256"
}

extension Set<JWSAlgorithm> {
  /// The algorithms whose verification keys cannot sign.
  public static var asymmetric: Self { [.es256, .edDSA, .rs256] }
  /// All algorithms of this library.
  public static var all: Self { Set(JWSAlgorithm.allCases) }
}
