#if os(Linux)
  import Encodings
  import NEAR
  import XCTest

  @testable import NEARConnect

  /// A wallet in an endless loop stops all scripts of the page, including those of other wallets.
  final class BlockingWalletTests: GTKTestCase {
    private static let scripts = [
      "/blocks.js": """
      window.selector.ready({
        async signIn() { return [{ accountId: "alice.near", publicKey: "" }]; },
        async signMessage() { for (;;); },
      });
      """,
      "/blocks-at-once.js": "for (;;);",
    ]

    @MainActor private static func assertBlocks(
      _ id: String, _ call: (WalletBench) async throws -> Void, on bench: WalletBench
    ) async throws {
      let start = ContinuousClock.now
      do {
        try await call(bench)
        XCTFail("\(id) answered")
      } catch let error as NEARError {
        XCTAssertEqual(error.code, .walletUnresponsive, error.reason)
        XCTAssertTrue(error.reason.contains(id), error.reason)
      }
      // A generous limit that only detects a hang. BridgePulseTests tests the number of beats.
      XCTAssertLessThan(ContinuousClock.now - start, .seconds(15))
    }

    func testBlockedCallFailsAndOtherWalletsWork() throws {
      for library in try WalletBench.libraries() {
        try onLoop(timeLimit: 90) {
          let bench = try WalletBench(["blocks", "both"], scripts: Self.scripts, library: library)
          try await bench.manager.signIn(walletId: "blocks")
          try await Self.assertBlocks(
            "blocks",
            { _ = try await $0.manager.signMessage(message: "hello", recipient: "app.near") },
            on: bench)
          let result = try await bench.manager.connectAndSignMessage(
            message: "hello", recipient: "app.near", walletId: "both")
          XCTAssertEqual(result.account.walletId, "both")
        }
      }
    }

    func testWalletThatBlocksAtStartFails() throws {
      for library in try WalletBench.libraries() {
        try onLoop(timeLimit: 90) {
          let bench = try WalletBench(["blocks-at-once", "both"], scripts: Self.scripts, library: library)
          try await bench.ready()
          try await Self.assertBlocks(
            "blocks-at-once", { _ = try await $0.manager.signIn(walletId: "blocks-at-once") }, on: bench)
          _ = try await bench.manager.signIn(walletId: "both")
        }
      }
    }

    /// A window of a wallet runs in the page's process.
    func testWalletWhoseWindowBlocksFails() throws {
      try onLoop(timeLimit: 90) {
        let bench = try WalletBench(
          ["web", "both"], pages: ["/wallet": "<script>for (;;);</script>"],
          permissions: ["allowsOpen": ["http://localhost"]])
        try await bench.ready()
        try await Self.assertBlocks("web", { _ = try await $0.manager.signIn(walletId: "web") }, on: bench)
        XCTAssertEqual(bench.openWindows, 0)
        _ = try await bench.manager.signIn(walletId: "both")
      }
    }
  }
#endif
