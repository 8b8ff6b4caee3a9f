public import SignInWithEthereum

/// Takes a sign-in message and its signature to a ``VerifiedSIWEMessage``, or says why not.
///
/// The policy is asked first, because it costs a hundredth of what the curve does. Keep one for each
/// fixed policy; where the policy holds a nonce or the time, give it with the message.
public struct SIWEVerifier: Sendable {
  private let policy: SIWEPolicy
  private let signatures: PersonalSignVerifier

  /// Makes a verifier.
  ///
  /// - Parameters:
  ///   - policy: What every message must meet.
  ///   - signatures: What checks signatures; share one among verifiers.
  public init(policy: SIWEPolicy, signatures: PersonalSignVerifier = PersonalSignVerifier()) {
    self.policy = policy
    self.signatures = signatures
  }

  /// Verifies a message as it came: its text, and its signature in hexadecimal.
  ///
  /// - Parameters:
  ///   - text: The text that was signed.
  ///   - signature: What the wallet answered, 65 bytes in hexadecimal.
  ///   - policy: What this message must meet beside the verifier's policy.
  /// - Returns: The verified message.
  /// - Throws: A ``SignInWithEthereum/SIWEError``: of the text, of the signature, of a policy, or
  ///   `wrong_signer`.
  public func verify(
    message text: String, signature: String, policy: SIWEPolicy? = nil
  ) throws(SIWEError) -> VerifiedSIWEMessage {
    try verify(
      SIWEMessage(parsing: text), signature: EthereumSignature(parsing: signature), policy: policy)
  }

  /// Verifies a parsed message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - signature: Its signature.
  ///   - policy: What this message must meet beside the verifier's policy.
  /// - Returns: The verified message.
  /// - Throws: A ``SignInWithEthereum/SIWEError``: of a policy, `wrong_signer` or `malformed_signature`.
  public func verify(
    _ message: SIWEMessage, signature: EthereumSignature, policy: SIWEPolicy? = nil
  ) throws(SIWEError) -> VerifiedSIWEMessage {
    if case .fails(let error) = self.policy.evaluate(message) { throw error }
    if let policy, case .fails(let error) = policy.evaluate(message) { throw error }
    try signatures.verify(message.personalDigest, signature: signature, address: message.address)
    return VerifiedSIWEMessage(message: message, signature: signature)
  }
}
