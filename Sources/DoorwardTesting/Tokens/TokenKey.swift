import JOSE

#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#else
  import DoorwardOpenSSL
#endif

/// The key that signs the double's tokens (ES256, RFC 7518 §3.4), with the library of the platform.
struct TokenKey: Sendable {
  #if canImport(CryptoKit)
    private let key = P256.Signing.PrivateKey()
  #else
    private let key: P256PrivateKey
  #endif

  /// Makes a new key.
  init() throws {
    #if !canImport(CryptoKit)
      key = try P256PrivateKey.generate(context: OpenSSLContext())
    #endif
  }

  /// The public key. Tokens name it by its thumbprint.
  var publicKey: JSONWebKey {
    #if canImport(CryptoKit)
      let point = Array(key.publicKey.x963Representation)
    #else
      let point = key.point
    #endif
    var jwk = JSONWebKey(
      .p256(x: Array(point[1...32]), y: Array(point[33...64]), d: nil), use: "sig",
      algorithm: JWSAlgorithm.es256.rawValue)
    jwk.keyID = jwk.thumbprint
    return jwk
  }

  /// The signature r‖s, 64 bytes.
  func sign(_ message: [UInt8]) throws -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(try key.signature(for: message).rawRepresentation)
    #else
      return try key.sign(message)
    #endif
  }
}
