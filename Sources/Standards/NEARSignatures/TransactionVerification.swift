public import NEAR

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
