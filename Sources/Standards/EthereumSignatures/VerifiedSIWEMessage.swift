public import SignInWithEthereum

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
