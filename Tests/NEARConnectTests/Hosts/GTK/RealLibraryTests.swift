#if os(Linux)
  import Encodings
  import Foundation
  import NEARConnect
  import XCTest

  /// near-connect itself, where `NEAR_CONNECT_JS` names its file; the repository does not hold it.
  final class RealLibraryTests: GTKTestCase {
    private func source() throws -> NearConnectLibrary {
      guard let path = ProcessInfo.processInfo.environment["NEAR_CONNECT_JS"] else {
        throw XCTSkip("NEAR_CONNECT_JS names no file")
      }
      return .bundled(try String(contentsOfFile: path, encoding: .utf8))
    }

    func testAWalletSignsThroughTheRealLibrary() throws {
      let library = try source()
      try onLoop {
        let bench = try WalletBench(library: library)
        let result = try await bench.manager.connectAndSignMessage(
          message: "a'\"\\\u{2028}😀</script>", recipient: "app.near", walletId: "both")
        XCTAssertEqual(result.account.accountId, "alice.near")
        let signed = try await bench.manager.signMessage(message: "again", recipient: "app.near")
        XCTAssertEqual(signed.message, "again")
        let sent = try await bench.manager.sendNEAR(to: "bob.near", amountYocto: "5")
        XCTAssertTrue(sent.isChecked)
        let called = try await bench.manager.callFunction(
          contractId: "app.near", methodName: "set", args: ["big": 9_007_199_254_740_993])
        XCTAssertTrue(called.isChecked)
        let delegated = try await bench.manager.signDelegateActions(delegateActions: [
          ["receiverId": "bob.near", "actions": [["type": "Transfer", "params": ["deposit": "7"]]]]
        ])
        XCTAssertEqual(delegated.decoded.count, 1)
        try await bench.manager.signOut()
        XCTAssertFalse(bench.manager.isSignedIn)
      }
    }

    func testAHostileExecutorReachesNothingThroughTheRealLibrary() throws {
      let library = try source()
      try onLoop {
        let bench = try WalletBench(
          ["hostile", "both"], library: library,
          permissions: [
            "storage": true, "allowsOpen": ["data:", "javascript:", "file:"],
            "external": ["window", "webkit.messageHandlers.nearConnect"],
          ])
        let result = try await bench.manager.signIn(walletId: "hostile")
        XCTAssertEqual(result.account.accountId, "hostile.near")
        XCTAssertGreaterThan(bench.site.reported.first.flatMap(Int.init) ?? 0, 20)
        XCTAssertEqual(bench.openedInSystem, [])
        let other = try await bench.manager.connectAndSignMessage(
          message: "hello", recipient: "app.near", walletId: "both")
        XCTAssertEqual(other.account.accountId, "alice.near")
      }
    }

    /// Each wallet of a real list is offered, and connecting it waits for a person until it is given up.
    func testEveryWalletOfTheRealListIsOffered() throws {
      let library = try source()
      guard let path = ProcessInfo.processInfo.environment["NEAR_CONNECT_MANIFEST"] else {
        throw XCTSkip("NEAR_CONNECT_MANIFEST names no file")
      }
      let json = Array(try Data(contentsOf: URL(filePath: path)))
      try onLoop(timeLimit: 120) {
        let bench = try WalletBench(library: library) { $0.manifest = .json(json) }
        try await bench.ready()
        XCTAssertGreaterThan(bench.manager.wallets.count, 5)
        let choice = Task { try await bench.manager.signIn() }
        try await eventually("the choice is shown") { bench.manager.showWalletUI }
        try await Task.sleep(for: .milliseconds(300))
        bench.manager.cancel()
        do {
          _ = try await choice.value
          XCTFail("nobody chose")
        } catch { XCTAssertEqual(error as? NEARError, .cancelled) }
      }
    }
  }
#endif
