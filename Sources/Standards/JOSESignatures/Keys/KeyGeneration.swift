internal import DoorwardCiphers
public import DoorwardOpenSSL
internal import DoorwardSodium
public import JOSE

extension JSONWebKey {
  /// Generates a private key with its thumbprint as `kid`. An RS256 key has 3072 bits and can take seconds.
  ///
  /// - Parameters:
  ///   - algorithm: The algorithm of the key.
  ///   - context: The cryptographic library.
  /// - Returns: A key with `use`, `alg` and `kid`.
  /// - Throws: ``JOSEError``: `library_failure`; `unsupported_algorithm` if the library does not sign with the algorithm.
  public static func generate(
    _ algorithm: JWSAlgorithm = .es256, context: OpenSSLContext
  ) throws(JOSEError) -> JSONWebKey {
    var key = JSONWebKey(
      try material(for: algorithm, context: context), use: "sig", algorithm: algorithm.rawValue)
    key.keyID = key.thumbprint
    return key
  }

  private static func material(
    for algorithm: JWSAlgorithm, context: OpenSSLContext
  ) throws(JOSEError) -> Material {
    switch algorithm {
    case .es256:
      let key = try library { try P256PrivateKey.generate(context: context) }
      return .p256(x: Array(key.point[1...32]), y: Array(key.point[33...64]), d: key.secret)
    case .edDSA:
      let seed = try library { try SecureRandom.bytes(32) }
      guard let publicKey = Ed25519.publicKey(ofSeed: seed) else {
        throw JOSEError(code: .libraryFailure, reason: "the generation of an Ed25519 key failed")
      }
      return .ed25519(x: publicKey, d: seed)
    case .hs256:
      return .symmetric(try library { try SecureRandom.bytes(32) })
    case .ps256, .es384: throw .notSigned(algorithm)
    case .rs256:
      let numbers = try library { try RSAPrivateKey.Numbers.generate() }
      let factors = numbers.factors
      return .rsa(
        n: numbers.modulus, e: numbers.exponent,
        secret: RSASecret(
          d: numbers.privateExponent, p: factors.p, q: factors.q, dp: factors.dp, dq: factors.dq,
          qi: factors.qi))
    }
  }
}
