import DoorwardServer
import DoorwardSessions
import Encodings
import Testing

/// Threat case 21b: wallet code runs away from the account's cookies.
@Suite struct WalletHostTests {
  @Test("The wallet origin needs a host of its own: cookies know no ports")
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
