import Foundation
import Testing

@testable import NEARConnect

@Suite(.serialized) @MainActor struct AccountTests {
  private var configuration: NEARConnectConfiguration {
    var configuration = NEARConnectConfiguration()
    configuration.manifest = .json(Array(#"{"wallets":[],"version":"1"}"#.utf8))
    return configuration
  }

  @Test func accountIsReadBeforeFirstUnlock() {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "wallet")
    let manager = NEARWalletManager(configuration: configuration)
    manager.accounts.keep(account, on: manager.network)
    Device.setUnlocked(false)
    defer { Device.setUnlocked(true) }
    #expect(NEARWalletManager(configuration: configuration).currentAccount == account)
  }
}
