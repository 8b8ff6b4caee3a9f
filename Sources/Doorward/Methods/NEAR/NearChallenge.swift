/// What a NEAR wallet is to sign to prove an account (NEP-413).
public struct NearChallenge: Sendable, Hashable {
  /// The text the person reads.
  public let message: String
  /// Who it is for.
  public let recipient: String
  /// 32 bytes that are used once.
  public let nonce: [UInt8]
  /// Where a wallet that leaves the app comes back to.
  public let callbackURL: String?
  /// The network: `mainnet` or `testnet`.
  public let network: String

  /// The nonce as the server spelled it, which names the challenge.
  let id: String
}

/// What a NEAR wallet answers to a challenge.
public struct NearProof: Sendable, Hashable {
  /// The account.
  public var accountId: String
  /// The key it signed with: `ed25519:…` or `secp256k1:…`.
  public var publicKey: String
  /// The signature, in base64.
  public var signature: String

  /// Makes it.
  public init(accountId: String, publicKey: String, signature: String) {
    self.accountId = accountId
    self.publicKey = publicKey
    self.signature = signature
  }
}
