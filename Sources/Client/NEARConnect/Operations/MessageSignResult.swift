internal import Encodings

/// A signed message (NEP-413) with all values that a backend needs to verify it.
///
/// If the manager returned this value, it has verified that the holder of ``publicKey`` signed exactly this
/// message. Your backend queries the chain to check that the key belongs to the account.
public struct MessageSignResult: Sendable, Hashable {
  /// The account, as the wallet reported it.
  public let accountId: String
  /// The key that signed, such as `ed25519:…`.
  public let publicKey: String
  /// The signature in standard base64.
  public let signature: String
  /// The text that was signed.
  public let message: String
  /// The recipient of the message.
  public let recipient: String
  /// The 32 bytes that make the message unique.
  public let nonce: [UInt8]
  /// The callback URL that was signed; nil if the wallet added none.
  public let callbackUrl: String?

  /// The nonce in standard base64, for use in JSON.
  public var nonceBase64: String { Base64.encode(nonce) }

  /// Creates a result, for tests and previews of apps. Nothing is verified.
  public init(
    accountId: String, publicKey: String, signature: String, message: String, recipient: String,
    nonce: [UInt8], callbackUrl: String? = nil
  ) {
    self.accountId = accountId
    self.publicKey = publicKey
    self.signature = signature
    self.message = message
    self.recipient = recipient
    self.nonce = nonce
    self.callbackUrl = callbackUrl
  }
}
