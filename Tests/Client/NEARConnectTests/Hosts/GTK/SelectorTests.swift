#if os(Linux)
  import DesktopLoops
  import NEAR
  import DoorwardGTKWidgets
  import XCTest

  @testable import NEARConnect

  /// Keyboard access to the list of wallets.
  final class SelectorTests: GTKTestCase {
    func testWalletIsChosenByKeyboard() throws {
      for library in try WalletBench.libraries() {
        for (keys, chosen) in [
          (["Enter"], "one"), ([" "], "one"), (["ArrowDown", "Enter"], "two"), (["End", " "], "both"),
          (["ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"], "two"),
          (["End", "Home", "Enter"], "one"),
        ] {
          try onLoop {
            let bench = try WalletBench(["one", "two", "both"], library: library)
            let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
            let connecting = Task { try await bench.manager.signIn() }
            try await eventually("the window is shown") { window.isVisible }
            let probe = try await bench.probe()
            try await Self.waitForFocus(probe, "one")
            for key in keys { try await probe.key(key) }
            let account = try await connecting.value.account
            XCTAssertEqual(account.walletId, chosen, "\(keys)")
          }
        }
      }
    }

    func testClosingWindowCancelsSelection() throws {
      try onLoop {
        let bench = try WalletBench(["one"])
        let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
        let connecting = Task { try await bench.manager.signIn() }
        try await eventually("the window is shown") { window.isVisible }
        XCTAssertEqual(window.window.title, "Connect a wallet")
        window.window.requestClose()
        do {
          _ = try await connecting.value
          XCTFail("the call returned without a selection")
        } catch { XCTAssertEqual(error as? NEARError, .cancelled) }
      }
    }

    @MainActor private static func waitForFocus(_ probe: PageProbe, _ name: String) async throws {
      var focused = ""
      for _ in 0..<2000 {
        focused = try await probe.focused()
        if focused.hasPrefix(name) { return }
      }
      throw Late(what: "the focus on \(name), it is on “\(focused)”")
    }
  }
#endif
