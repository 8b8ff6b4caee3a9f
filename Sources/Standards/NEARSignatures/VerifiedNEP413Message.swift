public import NEAR

/// A message that met a policy and has a valid signature (NEP-413).
///
/// Only ``NEP413Verifier`` creates values of this type. The value proves possession of the key. Whether the key
/// is a full-access key of an account must be checked on the chain (NEP-413 §Verification).
public struct VerifiedNEP413Message: Sendable, Hashable {
  /// The message.
  public let message: NEP413Message
  /// The public key of the signer.
  public let publicKey: NEARPublicKey
  /// The signature.
  public let signature: NEARSignature

  init(message: NEP413Message, publicKey: NEARPublicKey, signature: NEARSignature) {
    self.message = message
    self.publicKey = publicKey
    self.signature = signature
  }
}
