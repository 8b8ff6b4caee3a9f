public import SignInWithEthereum

/// A sign-in message that met a policy and was signed by the account it names.
///
/// Only ``SIWEVerifier`` makes one.
public struct VerifiedSIWEMessage: Sendable, Hashable {
  /// The message.
  public let message: SIWEMessage
  /// The signature that proved it.
  public let signature: EthereumSignature

  /// The account that signed in.
  public var address: EthereumAddress { message.address }

  init(message: SIWEMessage, signature: EthereumSignature) {
    self.message = message
    self.signature = signature
  }
}
