#if os(Linux)
  import DesktopLoops
  import Encodings
  import NEAR
  import DoorwardGTKWidgets
  import XCTest

  @testable import NEARConnect

  /// Wallets whose code cannot be loaded or started.
  final class UnavailableWalletTests: GTKTestCase {
    private static let scripts = [
      "/syntax.js": "<!DOCTYPE html><h1>Sign in</h1>",
      "/throws.js": "throw new Error('no storage here');",
      "/silent.js": "// Nothing.", "/rejects.js": "await Promise.reject(new Error('no storage here'));",
      "/imports.js": "import 'https://127.0.0.1:1/part.js';",
      "/late.js": """
      setTimeout(() => { throw new Error("of no importance"); });
      Promise.reject(new Error("of no importance"));
      setTimeout(() => window.selector.ready({
        async signIn() { return [{ accountId: "late.near", publicKey: "" }]; },
      }), 1500);
      """,
      "/stuck.js": "setTimeout(() => { Promise.reject(new Error('no storage here')); });",
    ]

    @MainActor private static func failure(_ bench: WalletBench, _ id: String) async -> NEARError? {
      do {
        _ = try await bench.manager.signIn(walletId: id)
        XCTFail("\(id) answered")
        return nil
      } catch { return error as? NEARError }
    }

    func testWalletThatCannotBeLoadedFailsAtOnceWithItsName() throws {
      for library in try WalletBench.libraries() {
        for (id, words) in [
          ("missing", "404"), ("syntax", "SyntaxError"), ("throws", "no storage here"),
          ("imports", "script"),
        ] {
          try onLoop {
            let bench = try WalletBench([id, "both"], scripts: Self.scripts, library: library)
            bench.site.remove("/missing.js")
            try await bench.ready()
            let start = ContinuousClock.now
            let error = await Self.failure(bench, id)
            XCTAssertEqual(error?.code, .walletUnavailable, "\(id): \(String(describing: error))")
            XCTAssertEqual(
              error?.reason.hasPrefix("\(id) could not be loaded: "), true, "\(error?.reason ?? "")")
            XCTAssertEqual(error?.reason.contains(words), true, "\(error?.reason ?? "")")
            // The time limit for starting a wallet was not reached.
            XCTAssertLessThan(ContinuousClock.now - start, bench.configuration.bridgeTimeLimit - .seconds(3))
            // The page and the other wallets continue to work.
            _ = try await bench.manager.signIn(walletId: "both")
          }
        }
      }
    }

    func testWalletWhoseServerCannotBeReachedFailsAtOnce() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try WalletBench(library: library) {
            $0.manifest = .json(WalletBench.manifest(["gone"], "http://127.0.0.1:1", [:]).serialized())
          }
          let error = await Self.failure(bench, "gone")
          XCTAssertEqual(error?.code, .walletUnavailable)
          XCTAssertEqual(error?.reason.contains("could not be reached"), true)
        }
      }
    }

    /// WebKit reports no error if the top-level `await` of a script fails.
    func testWalletThatNeverGetsReadyFailsAfterTimeLimit() throws {
      try onLoop {
        let bench = try WalletBench(["silent", "rejects"], scripts: Self.scripts) {
          $0.bridgeTimeLimit = .seconds(5)
        }
        for id in ["silent", "rejects"] {
          let error = await Self.failure(bench, id)
          XCTAssertEqual(error?.code, .walletUnavailable)
          XCTAssertEqual(error?.reason.contains("did not start in time"), true, "\(error?.reason ?? "")")
        }
      }
    }

    func testLaterErrorOfWorkingWalletIsIgnored() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try WalletBench(["late"], scripts: Self.scripts, library: library)
          let account = try await bench.manager.signIn(walletId: "late").account
          XCTAssertEqual(account.accountId, "late.near")
        }
      }
    }

    func testLaterErrorIsTheReasonIfWalletDoesNotStart() throws {
      try onLoop {
        let bench = try WalletBench(["stuck"], scripts: Self.scripts) { $0.bridgeTimeLimit = .seconds(3) }
        let error = await Self.failure(bench, "stuck")
        XCTAssertEqual(error?.code, .walletUnavailable)
        let reason = error?.reason ?? ""
        XCTAssertTrue(reason.contains("did not start in time after the error “"), reason)
        XCTAssertTrue(reason.contains("no storage here"), reason)
      }
    }

    /// The library would otherwise cache the response in a database.
    func testCodeThatDidNotStartIsFetchedAgain() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try WalletBench(["both"], library: library)
          bench.site.replace("/both.js", by: "this is no script {")
          let error = await Self.failure(bench, "both")
          XCTAssertEqual(error?.code, .walletUnavailable)
          bench.site.replace("/both.js", by: nil)
          _ = try await bench.manager.signIn(walletId: "both")
        }
      }
    }

    // MARK: The window

    func testWindowShowsFailureAndRetrySucceeds() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try WalletBench(["both"], library: library)
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          bench.site.replace("/both.js", by: "this is no script {")
          let connecting = Task { try await bench.manager.signIn(walletId: "both") }
          try await eventually("the window is shown") { window.isVisible }
          let probe = try await bench.probe()
          try await probe.waitForStatus("The wallet could not be loaded: its script failed with")
          XCTAssertEqual(bench.manager.lastError?.hasPrefix("both could not be loaded"), true)
          let focused = try await probe.focused()
          XCTAssertEqual(focused, "Try again")
          bench.site.replace("/both.js", by: nil)
          try await probe.pressButton()
          let account = try await connecting.value.account
          XCTAssertEqual(account.accountId, "alice.near")
        }
      }
    }

    func testRetryKeepsArgumentsOfRequest() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try WalletBench(["both"], library: library)
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          bench.site.remove("/both.js")
          let signing = Task {
            try await bench.manager.connectAndSignMessage(
              message: "hello", recipient: "app.near", walletId: "both")
          }
          try await eventually("the window is shown") { window.isVisible }
          let probe = try await bench.probe()
          try await probe.waitForStatus("status 404")
          try await probe.pressButton()
          try await probe.waitForStatus("status 404")
          bench.site.restore("/both.js")
          try await probe.pressButton()
          let signed = try await signing.value
          XCTAssertEqual(signed.signed?.message, "hello")
          try await eventually("the window is hidden") { !window.isVisible }
        }
      }
    }

    func testCancelEndsRequestWithFailure() throws {
      try onLoop {
        let bench = try WalletBench(["both"])
        let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
        bench.site.remove("/both.js")
        let connecting = Task { try await bench.manager.signIn(walletId: "both") }
        try await eventually("the window is shown") { window.isVisible }
        let probe = try await bench.probe()
        try await probe.waitForStatus("could not be loaded")
        window.close.press()
        do {
          _ = try await connecting.value
          XCTFail("it was cancelled")
        } catch { XCTAssertEqual((error as? NEARError)?.code, .walletUnavailable) }
        try await eventually("the window is hidden") { !window.isVisible }
        let status = try await probe.status()
        XCTAssertFalse(status.contains("could not"), status)
      }
    }

    func testFailedPageIsShownAndRetrySucceeds() throws {
      try onLoop {
        let site = try WalletSite(scripts: ["/library.js": WalletBench.library])
        let library = try XCTUnwrap(
          NearConnectLibrary.at("\(site.origin)/library.js", integrity: WalletBench.libraryIntegrity))
        site.remove("/library.js")
        let bench = try WalletBench(["both"], library: library)
        let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
        let connecting = Task { try await bench.manager.signIn(walletId: "both") }
        try await eventually("the window shows the failure") {
          window.isVisible && window.stack.visible === window.failure.content
        }
        site.restore("/library.js")
        window.failure.retry.press()
        let account = try await connecting.value.account
        XCTAssertEqual(account.accountId, "alice.near")
        site.remove("/library.js")
        bench.manager.retry()
        let again = Task { try await bench.manager.signIn(walletId: "both") }
        try await eventually("the window shows the failure") {
          window.isVisible && window.stack.visible === window.failure.content
        }
        window.close.press()
        do {
          _ = try await again.value
          XCTFail("it was cancelled")
        } catch { XCTAssertEqual((error as? NEARError)?.code, .bridgeFailed) }
      }
    }
  }
#endif
