/// The message that a NEAR wallet signs to prove an account (NEP-413).
public struct NearChallenge: Sendable, Hashable {
  /// The text that the user reads.
  public let message: String
  /// The recipient of the signature.
  public let recipient: String
  /// 32 bytes that are used once.
  public let nonce: [UInt8]
  /// The URL that a wallet outside the app returns to.
  public let callbackURL: String?
  /// The network: `mainnet` or `testnet`.
  public let network: String

  /// The nonce as the server wrote it, which identifies the challenge.
  let id: String
}

/// The answer of a NEAR wallet to a challenge.
public struct NearProof: Sendable, Hashable {
  /// The account.
  public var accountId: String
  /// The key of the signature: `ed25519:…` or `secp256k1:…`.
  public var publicKey: String
  /// The signature in base64.
  public var signature: String

  /// Makes a proof.
  public init(accountId: String, publicKey: String, signature: String) {
    self.accountId = accountId
    self.publicKey = publicKey
    self.signature = signature
  }
}
