internal import BinaryEncodings
public import Doorward
internal import Encodings
internal import NEAR
internal import SignInWithEthereum

/// An Ethereum wallet that signs every message. Its signatures are well-formed and prove nothing: a
/// ``DoorwardTestServer`` accepts them, a server does not.
public struct TestEthereumWallet: EthereumWallet {
  public let address: String
  public let chainId: String

  /// Makes a wallet of an address; nil for a new address.
  public init(address: String? = nil, chainId: String = "1") {
    self.address = address ?? Self.randomAddress()
    self.chainId = chainId
  }

  public func personalSign(_ message: String) -> String {
    let r = SHA256.hash(Array("r:\(address):\(message)".utf8))
    // Below half the order of the curve (EIP-2).
    let s = SHA256.hash(Array("s:\(address):\(message)".utf8)).enumerated().map {
      $0.offset == 0 ? $0.element & 0x3f : $0.element
    }
    return Hex.encode(r + s + [27], prefix: true)
  }

  private static func randomAddress() -> String {
    let bytes = randomBytes(EthereumAddress.length)
    let text = Hex.encode(bytes, prefix: true)
    return (try? EthereumAddress(bytes: bytes))?.checksummed ?? text
  }
}

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

/// The answer of a wallet to a challenge, for a test to judge.
public struct DoorwardTestProof: Sendable, Hashable {
  /// `siwe` or `near`.
  public let method: String
  /// The address or the account id.
  public let account: String
  /// The signed message.
  public let message: String
  /// The signature as the client sent it; it is well-formed.
  public let signature: String
}
