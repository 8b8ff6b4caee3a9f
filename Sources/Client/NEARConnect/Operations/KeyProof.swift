internal import NEAR

#if canImport(CryptoKit)
  internal import CryptoKit
  internal import Foundation
#else
  internal import DoorwardOpenSSL
#endif

/// Verifies the signature over a digest, with the cryptography that every app has: CryptoKit or OpenSSL.
///
/// Apple's systems provide Ed25519 but not secp256k1, and the package links no C library there. On Apple
/// platforms, signatures with secp256k1 keys are therefore refused as unsupported.
enum KeyProof {
  static func check(
    digest: [UInt8], signature: NEARSignature, publicKey: NEARPublicKey
  ) throws(NEARError) {
    #if canImport(CryptoKit)
      guard publicKey.curve == .ed25519 else {
        throw NEARError(
          code: .unsupportedCurve, reason: "Signatures with secp256k1 keys cannot be verified on this device."
        )
      }
    #endif
    guard signature.curve == publicKey.curve,
      isValid(digest, signature: signature.bytes, publicKey: publicKey)
    else {
      throw NEARError(
        code: .wrongSignature,
        reason: "The signature does not match the content and the public key \(publicKey).")
    }
  }

  #if canImport(CryptoKit)
    private static func isValid(_ digest: [UInt8], signature: [UInt8], publicKey: NEARPublicKey) -> Bool {
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: Data(publicKey.bytes))
      return key?.isValidSignature(Data(signature), for: Data(digest)) ?? false
    }
  #else
    /// If OpenSSL fails, the signature counts as not valid.
    private static func isValid(_ digest: [UInt8], signature: [UInt8], publicKey: NEARPublicKey) -> Bool {
      switch publicKey.curve {
      case .ed25519:
        return (try? Ed25519PublicKey(publicKey.bytes)?.isValidSignature(signature, message: digest)) ?? false
      case .secp256k1:
        guard let recoveryID = signature.last else { return false }
        let signature = RecoverableSignature(Array(signature.dropLast()), recoveryID: recoveryID)
        return (try? signature?.isValid(digest: digest, point: [4] + publicKey.bytes)) ?? false
      }
    }
  #endif
}
