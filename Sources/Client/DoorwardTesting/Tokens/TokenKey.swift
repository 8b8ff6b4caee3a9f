import JOSE

#if canImport(CryptoKit)
  import CryptoKit
  import Foundation
#else
  import DoorwardOpenSSL
#endif

/// The key that signs the double's tokens (ES256, RFC 7518 §3.4), or the responses of a passkey, with the library of the
/// platform.
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

  /// The public key as an uncompressed point (SEC 1 §2.3.3).
  var point: [UInt8] {
    #if canImport(CryptoKit)
      Array(key.publicKey.x963Representation)
    #else
      key.point
    #endif
  }

  /// The public key. Tokens name it by its thumbprint.
  var publicKey: JSONWebKey {
    let point = point
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

  /// The signature in the form of WebAuthn (L3 §6.5.5).
  func signDER(_ message: [UInt8]) throws -> [UInt8] {
    #if canImport(CryptoKit)
      return Array(try key.signature(for: message).derRepresentation)
    #else
      return P256Signature.der(fromRaw: try key.sign(message)) ?? []
    #endif
  }
}
