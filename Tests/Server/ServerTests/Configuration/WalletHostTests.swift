import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Wallet code cannot get the cookies of the account.
@Suite struct WalletHostTests {
  @Test("The wallet origin needs its own host, because cookies do not distinguish ports")
  func walletHost() {
    for (account, wallet) in [
      ("https://id.example.com", "https://id.example.com"),
      ("https://id.example.com", "https://id.example.com:8443"), ("http://localhost:1", "http://localhost:2"),
    ] {
      #expect(throws: ConfigurationError(.invalidValue, key: "wallet_url", "")) {
        try ServerConfiguration(
          ConfigurationTree(file: ["public_url": .string(account), "wallet_url": .string(wallet)]))
      }
    }
    #expect(throws: Never.self) {
      try ServerConfiguration(
        ConfigurationTree(
          file: ["public_url": "https://id.example.com", "wallet_url": "https://wallet.example.com"]))
    }
  }
}
