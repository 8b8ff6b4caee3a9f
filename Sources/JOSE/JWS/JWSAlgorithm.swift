/// The signature algorithms of this library (RFC 7518 §3.1, RFC 8037 §3.1).
///
/// Each kind of key does exactly one of them, so a token's header can never choose how a key is used:
/// that choice has let tokens "signed" with a public key as an HMAC secret through elsewhere.
public enum JWSAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// ECDSA on P-256 with SHA-256; keys of type EC.
  case es256 = "ES256"
  /// Ed25519; keys of type OKP.
  case edDSA = "EdDSA"
  /// RSASSA-PKCS1-v1_5 with SHA-256; keys of type RSA.
  case rs256 = "RS256"
  /// HMAC with SHA-256; keys of type oct, which sign as well as they verify.
  case hs256 = "HS256"
}

extension Set<JWSAlgorithm> {
  /// The algorithms whose verifiers cannot sign.
  public static var asymmetric: Self { [.es256, .edDSA, .rs256] }
  /// Every algorithm of this library.
  public static var all: Self { Set(JWSAlgorithm.allCases) }
}
