#if os(Linux)
  import Foundation
  import Glibc
  import NEARConnect
  import XCTest

  /// The manager with the default storage locations.
  final class RelaunchTests: GTKTestCase {
    func testAccountSurvivesRelaunch() throws {
      try onLoop {
        let folder = FileManager.default.temporaryDirectory.appending(path: "data-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        setenv("XDG_DATA_HOME", folder.path, 1)
        defer { unsetenv("XDG_DATA_HOME") }
        // Uses the site and the settings of the bench.
        let bench = try WalletBench()
        var first: NEARWalletManager? = NEARWalletManager(configuration: bench.configuration)
        let account = try await XCTUnwrap(first).signIn(walletId: "both").account
        first = nil
        let second = NEARWalletManager(configuration: bench.configuration)
        XCTAssertEqual(second.currentAccount, account)
        let signed = try await second.signMessage(message: "hello", recipient: "app.near")
        XCTAssertEqual(signed.accountId, account.accountId)
        // A manager for the other network, created at the same time, does not affect this account.
        let third = NEARWalletManager(configuration: bench.configuration)
        third.network = .testnet
        try await third.signIn(walletId: "both")
        XCTAssertEqual(
          NEARWalletManager(configuration: bench.configuration).currentAccount?.accountId, account.accountId)
      }
    }
  }
#endif
