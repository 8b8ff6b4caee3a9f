internal import DoorwardSecp256k1
internal import DoorwardSodium
public import NEAR

/// Verifies signatures of NEAR keys on both curves.
///
/// Create one verifier and share it: it owns a context of the secp256k1 library.
public struct NEARSignatureVerifier: Sendable {
  /// The length in bytes of a signed digest: the SHA-256 of a message, a delegate action or a transaction.
  public static let digestLength = 32

  private let curve = Secp256k1()

  /// Creates a verifier.
  public init() {}

  /// Verifies a signature over a digest.
  ///
  /// Ed25519 signatures are verified strictly: keys of small order and encodings that are not canonical are
  /// refused. A secp256k1 signature must have the lower s and the recovery id that leads to the key, so that it
  /// cannot be converted to a second valid signature.
  ///
  /// - Parameters:
  ///   - digest: 32 bytes.
  ///   - signature: The signature.
  ///   - publicKey: The public key.
  /// - Throws: `wrong_signature`.
  public func verify(
    digest: [UInt8], signature: NEARSignature, publicKey: NEARPublicKey
  ) throws(NEARError) {
    guard isValid(digest: digest, signature: signature, publicKey: publicKey) else {
      throw NEARError(
        code: .wrongSignature,
        reason: "The signature does not match the content and the public key \(publicKey).")
    }
  }

  private func isValid(digest: [UInt8], signature: NEARSignature, publicKey: NEARPublicKey) -> Bool {
    guard digest.count == Self.digestLength, signature.curve == publicKey.curve else { return false }
    switch publicKey.curve {
    case .ed25519:
      return Ed25519.isValid(signature: signature.bytes, message: digest, publicKey: publicKey.bytes)
    case .secp256k1:
      guard let key = curve.publicKey(parsing: [0x04] + publicKey.bytes) else { return false }
      let compact = Array(signature.bytes.prefix(Secp256k1.signatureLength))
      guard let recoveryID = signature.bytes.last,
        let signer = curve.recover(digest: digest, signature: compact, recoveryID: recoveryID)
      else { return false }
      return curve.uncompressed(signer) == curve.uncompressed(key)
        && curve.isValid(signature: compact, digest: digest, publicKey: key)
    }
  }
}

extension NEARSignatureVerifier {
  /// Verifies that a transaction was signed with the key that it names.
  ///
  /// Whether the key belongs to the signer must be checked on the chain.
  ///
  /// - Throws: `wrong_signature`.
  public func verify(_ signed: SignedNEARTransaction) throws(NEARError) {
    try verify(
      digest: signed.hash.bytes, signature: signed.signature, publicKey: signed.transaction.publicKey)
  }

  /// Verifies that a delegate action was signed with the key that it names (NEP-366 §Specification).
  ///
  /// Whether the key belongs to the sender must be checked on the chain.
  ///
  /// - Throws: `wrong_signature`.
  public func verify(_ signed: SignedDelegateAction) throws(NEARError) {
    try verify(
      digest: signed.delegateAction.hash.bytes, signature: signed.signature,
      publicKey: signed.delegateAction.publicKey)
  }
}
