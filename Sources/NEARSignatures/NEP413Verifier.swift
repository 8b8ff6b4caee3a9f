internal import DoorwardSodium
public import NEAR

/// Takes a signed message to a ``VerifiedNEP413Message``, or says why not (NEP-413).
///
/// The policy is asked first, because it costs next to nothing. Keep one for each fixed policy; what
/// differs from message to message, such as the nonce, is given with the message.
public struct NEP413Verifier: Sendable {
  private let policy: NEP413Policy
  private let signatures: NEARSignatureVerifier

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - policy: What every message must meet.
  ///   - signatures: What checks signatures; share one among verifiers.
  public init(policy: NEP413Policy = .all(), signatures: NEARSignatureVerifier = NEARSignatureVerifier()) {
    self.policy = policy
    self.signatures = signatures
  }

  /// Verifies a message as it travels in JSON.
  ///
  /// - Parameters:
  ///   - message: The text the person was shown.
  ///   - recipient: For whom the message is.
  ///   - nonce: 32 bytes in standard base64.
  ///   - callbackURL: The callback URL that was signed, if one was.
  ///   - publicKey: The key, as ``NEAR/NEARPublicKey/init(parsing:)`` reads it.
  ///   - signature: The signature in standard base64.
  ///   - policy: What this message must meet beside the verifier's policy.
  /// - Returns: The verified message.
  /// - Throws: A ``NEAR/NEARError``: `malformed_public_key`, `unsupported_curve`,
  ///   `malformed_signature`, `malformed_nonce`, `message_too_large`, one of a policy, or
  ///   `wrong_signature`.
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
  ///   - signature: Its signature.
  ///   - publicKey: The key whose holder is said to have signed.
  ///   - policy: What this message must meet beside the verifier's policy.
  /// - Returns: The verified message.
  /// - Throws: A ``NEAR/NEARError``: one of a policy, or `wrong_signature`.
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
