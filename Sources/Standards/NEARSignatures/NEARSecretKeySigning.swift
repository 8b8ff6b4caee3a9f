internal import DoorwardSecp256k1
internal import DoorwardSodium
public import NEAR

extension NEARSecretKey {
  /// Computes the public key of this secret key.
  ///
  /// - Throws: `malformed_secret_key` if the claimed public key differs, or if the secret is not a valid
  ///   secp256k1 scalar.
  public func publicKey() throws(NEARError) -> NEARPublicKey {
    let bytes: [UInt8]?
    switch curve {
    case .ed25519: bytes = Ed25519.publicKey(ofSeed: secret)
    case .secp256k1:
      let curve = Secp256k1()
      bytes = curve.publicKey(ofSecretKey: secret).map { Array(curve.uncompressed($0)[1...]) }
    }
    guard let bytes else {
      throw NEARError(code: .malformedSecretKey, reason: "The secret key is not valid for \(curve.rawValue).")
    }
    let publicKey = try NEARPublicKey(curve: curve, bytes: bytes)
    guard claimedPublicKey == nil || claimedPublicKey == publicKey else {
      throw NEARError(
        code: .malformedSecretKey,
        reason: "The claimed public key does not match the secret key, whose public key is \(publicKey).")
    }
    return publicKey
  }

  /// Signs a digest deterministically (RFC 8032 §5.1.6; RFC 6979 with the lower s).
  ///
  /// - Parameter digest: 32 bytes, the SHA-256 of the signed content.
  /// - Returns: The signature.
  /// - Throws: `malformed_digest` for another length, or the errors of ``publicKey()``.
  public func sign(digest: [UInt8]) throws(NEARError) -> NEARSignature {
    guard digest.count == NEARSignatureVerifier.digestLength else {
      throw NEARError(
        code: .malformedDigest,
        reason: "A digest has \(NEARSignatureVerifier.digestLength) bytes, not \(digest.count).")
    }
    _ = try publicKey()
    let bytes: [UInt8]?
    switch curve {
    case .ed25519: bytes = Ed25519.sign(message: digest, seed: secret)
    case .secp256k1:
      bytes = Secp256k1().sign(digest: digest, secretKey: secret).map { $0.signature + [$0.recoveryID] }
    }
    guard let bytes else {
      throw NEARError(code: .malformedSecretKey, reason: "The secret key is not valid for \(curve.rawValue).")
    }
    return try NEARSignature(curve: curve, bytes: bytes)
  }

  /// Signs a message as a wallet does (NEP-413 §Signature).
  ///
  /// - Throws: The errors of ``publicKey()``.
  public func sign(_ message: NEP413Message) throws(NEARError) -> NEARSignature {
    try sign(digest: message.hash)
  }
}

extension NEARSecretKey {
  /// Signs a transaction.
  ///
  /// - Throws: The errors of ``publicKey()``.
  public func sign(_ transaction: NEARTransaction) throws(NEARError) -> SignedNEARTransaction {
    SignedNEARTransaction(transaction: transaction, signature: try sign(digest: transaction.hash.bytes))
  }

  /// Signs a delegate action (NEP-366).
  ///
  /// - Throws: The errors of ``publicKey()``.
  public func sign(_ delegateAction: DelegateAction) throws(NEARError) -> SignedDelegateAction {
    SignedDelegateAction(
      delegateAction: delegateAction, signature: try sign(digest: delegateAction.hash.bytes))
  }
}
