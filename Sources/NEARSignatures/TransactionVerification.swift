public import NEAR

extension NEARSignatureVerifier {
  /// Checks that a transaction was signed with the key it names.
  ///
  /// Whether the key is one of the signer's is for the chain to say.
  ///
  /// - Throws: `wrong_signature`.
  public func verify(_ signed: SignedNEARTransaction) throws(NEARError) {
    try verify(
      digest: signed.hash.bytes, signature: signed.signature, publicKey: signed.transaction.publicKey)
  }

  /// Checks that a delegate action was signed with the key it names (NEP-366 §Specification).
  ///
  /// Whether the key is one of the sender's is for the chain to say.
  ///
  /// - Throws: `wrong_signature`.
  public func verify(_ signed: SignedDelegateAction) throws(NEARError) {
    try verify(
      digest: signed.delegateAction.hash.bytes, signature: signed.signature,
      publicKey: signed.delegateAction.publicKey)
  }
}
