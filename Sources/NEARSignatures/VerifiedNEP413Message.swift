public import NEAR

/// A message that met a policy and was signed by the holder of a key (NEP-413).
///
/// Only ``NEP413Verifier`` makes one. It proves who holds the key, not whose account the key belongs
/// to: whether it is a full-access key of an account is for the chain to say (NEP-413 §Verification).
public struct VerifiedNEP413Message: Sendable, Hashable {
  /// The message.
  public let message: NEP413Message
  /// The key whose holder signed it.
  public let publicKey: NEARPublicKey
  /// The signature that proved it.
  public let signature: NEARSignature

  init(message: NEP413Message, publicKey: NEARPublicKey, signature: NEARSignature) {
    self.message = message
    self.publicKey = publicKey
    self.signature = signature
  }
}
