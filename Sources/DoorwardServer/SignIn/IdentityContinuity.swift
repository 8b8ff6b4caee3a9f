/// Whether an identity still belongs to whom it did, where proving it once more does not show that.
///
/// Some names change hands. A method whose names do carries one of these with each proof, and
/// ``Admission`` asks it inside the transaction that admits the proof.
protocol IdentityContinuity: Sendable {
  /// Whether the proof is by the holder who proved `identity` before.
  ///
  /// - Throws: ``StoreError``.
  func isContinuous(with identity: Identity, in transaction: any StoreWriting) throws -> Bool

  /// Called before the proof signs in the user who holds `identity`, and before anything is written but
  /// the spend of the challenge.
  ///
  /// - Throws: ``Problem`` where the identity may have changed hands; ``StoreError``.
  func confirm(_ identity: Identity, in transaction: any StoreWriting) throws

  /// Called when the proof alone does not decide: the identity has just been made, or its own user, signed
  /// in, has linked it once more.
  ///
  /// - Throws: ``StoreError``.
  func renew(_ identity: Identity, in transaction: any StoreWriting) throws
}
