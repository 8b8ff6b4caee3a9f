public import SignInWithEthereum

/// Verifies a sign-in message and its signature, and returns a ``VerifiedSIWEMessage``.
///
/// The policy is evaluated first because it takes a hundredth of the time of the signature. Create one verifier
/// for each fixed policy. Pass policies with a nonce or a time with the message.
public struct SIWEVerifier: Sendable {
  private let policy: SIWEPolicy
  private let signatures: PersonalSignVerifier

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - policy: The policy for every message.
  ///   - signatures: The signature verifier; share one among verifiers.
  public init(policy: SIWEPolicy, signatures: PersonalSignVerifier = PersonalSignVerifier()) {
    self.policy = policy
    self.signatures = signatures
  }

  /// Verifies a message given as text, with its signature in hexadecimal.
  ///
  /// - Parameters:
  ///   - text: The signed text.
  ///   - signature: The wallet's answer: 65 bytes in hexadecimal.
  ///   - policy: An additional policy for this message.
  /// - Returns: The verified message.
  /// - Throws: ``SignInWithEthereum/SIWEError``: the error of the text, of the signature, of a policy, or
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
  ///   - signature: The signature.
  ///   - policy: An additional policy for this message.
  /// - Returns: The verified message.
  /// - Throws: ``SignInWithEthereum/SIWEError``: the error of a policy, `wrong_signer` or
  ///   `malformed_signature`.
  public func verify(
    _ message: SIWEMessage, signature: EthereumSignature, policy: SIWEPolicy? = nil
  ) throws(SIWEError) -> VerifiedSIWEMessage {
    if case .fails(let error) = self.policy.evaluate(message) { throw error }
    if let policy, case .fails(let error) = policy.evaluate(message) { throw error }
    try signatures.verify(message.personalDigest, signature: signature, address: message.address)
    return VerifiedSIWEMessage(message: message, signature: signature)
  }
}

/// A sign-in message that met a policy and was signed by the account that it names.
///
/// Only ``SIWEVerifier`` creates values of this type.
public struct VerifiedSIWEMessage: Sendable, Hashable {
  /// The message.
  public let message: SIWEMessage
  /// The signature.
  public let signature: EthereumSignature

  /// The account that signed in.
  public var address: EthereumAddress { message.address }

  init(message: SIWEMessage, signature: EthereumSignature) {
    self.message = message
    self.signature = signature
  }
}
