import ChildProcesses
import Doorward
import EthereumSignatures
import SignInWithEthereum
import Testing

extension RunningServer {
  func params(_ wallet: EthereumSecretKey) throws -> SiweMessageParams {
    let domain = try #require(origin.split(separator: "/").last)
    return SiweMessageParams(
      appDomain: String(domain), appUri: origin, chainId: "1", walletAddress: wallet.address.description)
  }
}

extension EthereumSecretKey {
  static func throwaway() -> EthereumSecretKey {
    var generator = SystemRandomNumberGenerator()
    return EthereumSecretKey(using: &generator)
  }

  /// Signs as a wallet does.
  func personalSign(_ message: String) throws -> String {
    try sign(SIWEMessage(parsing: message)).description
  }
}

/// A wallet as an app writes it around a library.
struct TestWallet: EthereumWallet {
  private let key: EthereumSecretKey
  let chainId = "1"

  init(_ key: EthereumSecretKey) { self.key = key }

  var address: String { key.address.description }
  func personalSign(_ message: String) async throws -> String { try key.personalSign(message) }
}
