internal import Encodings

/// A signed message (NEP-413), with everything a backend needs to check it.
///
/// The manager has checked the signature of a result that it returns: the holder of ``publicKey`` signed exactly
/// this. Your backend asks the chain whether the key is one of the account's.
public struct MessageSignResult: Sendable, Hashable {
  /// The account, as the wallet says.
  public let accountId: String
  /// The key that signed, such as `ed25519:…`.
  public let publicKey: String
  /// The signature in standard base64.
  public let signature: String
  /// The text that was signed.
  public let message: String
  /// For whom it was signed.
  public let recipient: String
  /// The 32 bytes that made it unique.
  public let nonce: [UInt8]
  /// The callback URL that was signed, of wallets that put one in.
  public let callbackUrl: String?

  /// The nonce in standard base64, as it travels in JSON.
  public var nonceBase64: String { Base64.encode(nonce) }

  /// Makes a result, for tests and previews of apps. Nothing is checked.
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
