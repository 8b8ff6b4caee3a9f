public import JOSE
public import OpenSSL
internal import Sodium

extension JSONWebKey {
  /// Makes a new private key for ES256, Ed25519 or HS256, its thumbprint as `kid`.
  ///
  /// - Parameters:
  ///   - algorithm: what the key is to do. RSA keys are made elsewhere: they take seconds, and
  ///     nothing of ours prefers them.
  ///   - context: the algorithms of the library.
  /// - Returns: a key with `use`, `alg` and `kid`.
  /// - Throws: ``JOSEError`` `unsupported_key` for RS256, `library_failure`.
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
        throw JOSEError(code: .libraryFailure, reason: "making an Ed25519 key failed")
      }
      return .ed25519(x: publicKey, d: seed)
    case .hs256:
      return .symmetric(try library { try SecureRandom.bytes(32) })
    case .rs256:
      throw JOSEError(code: .unsupportedKey, reason: "RSA keys are imported, not made here")
    }
  }
}
