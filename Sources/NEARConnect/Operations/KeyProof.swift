internal import NEAR

#if canImport(CryptoKit)
  internal import CryptoKit
  internal import Foundation
#else
  internal import NEARSignatures
#endif

/// Verifies the signature over a digest.
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
      guard signature.curve == .ed25519,
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: Data(publicKey.bytes)),
        key.isValidSignature(Data(signature.bytes), for: Data(digest))
      else {
        throw NEARError(
          code: .wrongSignature,
          reason: "The signature does not match the content and the public key \(publicKey)."
        )
      }
    #else
      try NEARSignatureVerifier().verify(digest: digest, signature: signature, publicKey: publicKey)
    #endif
  }
}
