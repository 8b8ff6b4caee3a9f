#if os(Linux)
  import Foundation
  import Glibc
  import NEARConnect
  import XCTest

  /// The manager that an app gets without saying where anything is kept.
  final class RelaunchTests: GTKTestCase {
    func testTheAccountSurvivesARelaunch() throws {
      try onLoop {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("XDG_DATA_HOME", folder.path, 1)
        defer { unsetenv("XDG_DATA_HOME") }
        // For its site and its settings.
        let bench = try WalletBench()
        var first: NEARWalletManager? = NEARWalletManager(configuration: bench.configuration)
        let account = try await XCTUnwrap(first).signIn(walletId: "both").account
        first = nil
        let second = NEARWalletManager(configuration: bench.configuration)
        XCTAssertEqual(second.currentAccount, account)
        let signed = try await second.signMessage(message: "hello", recipient: "app.near")
        XCTAssertEqual(signed.accountId, account.accountId)
        // And the other network's manager, made beside it, loses nothing of it.
        let third = NEARWalletManager(configuration: bench.configuration)
        third.network = .testnet
        try await third.signIn(walletId: "both")
        XCTAssertEqual(
          NEARWalletManager(configuration: bench.configuration).currentAccount?.accountId, account.accountId)
      }
    }
  }
#endif
