internal import NEAR

#if canImport(CryptoKit)
  internal import CryptoKit
  internal import Foundation
#else
  internal import NEARSignatures
#endif

/// Whether the holder of a key signed a digest.
///
/// Apple's systems bring Ed25519 along and not secp256k1, and no C library is put beside it there: what a
/// wallet signs with such a key is refused on them as something that cannot be checked.
enum KeyProof {
  static func check(
    digest: [UInt8], signature: NEARSignature, publicKey: NEARPublicKey
  ) throws(NEARError) {
    #if canImport(CryptoKit)
      guard publicKey.curve == .ed25519 else {
        throw NEARError(
          code: .unsupportedCurve, reason: "A signature of secp256k1 cannot be checked on this device.")
      }
      guard signature.curve == .ed25519,
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: Data(publicKey.bytes)),
        key.isValidSignature(Data(signature.bytes), for: Data(digest))
      else {
        throw NEARError(
          code: .wrongSignature, reason: "The signature was not made over this by the holder of \(publicKey)."
        )
      }
    #else
      try NEARSignatureVerifier().verify(digest: digest, signature: signature, publicKey: publicKey)
    #endif
  }
}
