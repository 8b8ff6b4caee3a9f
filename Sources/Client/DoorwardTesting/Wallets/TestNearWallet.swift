internal import BinaryEncodings
public import Doorward
internal import Encodings
internal import NEAR

/// A NEAR wallet that signs every message. Its signatures are well-formed and prove nothing.
public struct TestNearWallet: Sendable, Hashable {
  /// The account.
  public let accountId: String
  /// The key: `ed25519:…`.
  public let publicKey: String

  /// Makes a wallet of an account; nil for a new account.
  public init(accountId: String? = nil) {
    let key = randomBytes(32)
    publicKey = "ed25519:\(Base58.encode(key))"
    // An implicit account id is the key in hexadecimal.
    self.accountId = accountId ?? Hex.encode(key)
  }

  /// Signs a challenge.
  public func sign(_ challenge: NearChallenge) -> NearProof {
    let halves = ["r", "s"].map { SHA256.hash(Array("\($0):\(publicKey):\(challenge.message)".utf8)) }
    return NearProof(
      accountId: accountId, publicKey: publicKey, signature: Base64.encode(halves[0] + halves[1]))
  }
}
