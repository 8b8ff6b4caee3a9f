internal import DoorwardSodium
public import NEAR

/// Verifies a signed message and returns a ``VerifiedNEP413Message`` (NEP-413).
///
/// The policy is evaluated first because it is much cheaper than the signature. Create one verifier for each
/// fixed policy. Pass expectations that differ between messages, such as the nonce, with the message.
public struct NEP413Verifier: Sendable {
  private let policy: NEP413Policy
  private let signatures: NEARSignatureVerifier

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - policy: The policy for every message.
  ///   - signatures: The signature verifier; share one among verifiers.
  public init(policy: NEP413Policy = .all(), signatures: NEARSignatureVerifier = NEARSignatureVerifier()) {
    self.policy = policy
    self.signatures = signatures
  }

  /// Verifies a message with values in the form used in JSON.
  ///
  /// - Parameters:
  ///   - message: The text that the user saw.
  ///   - recipient: The recipient of the message.
  ///   - nonce: 32 bytes in standard base64.
  ///   - callbackURL: The callback URL that was signed; nil if none was signed.
  ///   - publicKey: The public key in the format of ``NEAR/NEARPublicKey/init(parsing:)``.
  ///   - signature: The signature in standard base64.
  ///   - policy: An additional policy for this message.
  /// - Returns: The verified message.
  /// - Throws: ``NEAR/NEARError``: `malformed_public_key`, `unsupported_curve`, `malformed_signature`,
  ///   `malformed_nonce`, `message_too_large`, the error of a policy, or `wrong_signature`.
  public func verify(
    message: String, recipient: String, nonce: String, callbackURL: String? = nil, publicKey: String,
    signature: String, policy: NEP413Policy? = nil
  ) throws(NEARError) -> VerifiedNEP413Message {
    let key = try NEARPublicKey(parsing: publicKey)
    return try verify(
      NEP413Message(
        message: message, recipient: recipient, nonceBase64: nonce, callbackURL: callbackURL),
      signature: NEARSignature(base64: signature, curve: key.curve), publicKey: key, policy: policy)
  }

  /// Verifies a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - signature: The signature.
  ///   - publicKey: The claimed public key of the signer.
  ///   - policy: An additional policy for this message.
  /// - Returns: The verified message.
  /// - Throws: ``NEAR/NEARError``: the error of a policy, or `wrong_signature`.
  public func verify(
    _ message: NEP413Message, signature: NEARSignature, publicKey: NEARPublicKey,
    policy: NEP413Policy? = nil
  ) throws(NEARError) -> VerifiedNEP413Message {
    if case .fails(let error) = self.policy.evaluate(message) { throw error }
    if let policy, case .fails(let error) = policy.evaluate(message) { throw error }
    try signatures.verify(
      digest: SodiumSHA256.hash(message.payload), signature: signature, publicKey: publicKey)
    return VerifiedNEP413Message(message: message, publicKey: publicKey, signature: signature)
  }
}

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
