public import Doorward
internal import Encodings
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
