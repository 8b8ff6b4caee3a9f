#if os(Linux)
  import DesktopLoops
  import NEAR
  import DoorwardGTKWidgets
  import XCTest

  @testable import NEARConnect

  /// A wallet that becomes ready after its attempt has failed.
  final class LateWalletTests: GTKTestCase {
    /// The script of the wallet `both`. The wallet becomes ready after the site answers this path.
    @MainActor private static func script(waitingFor path: String) -> String {
      "window.selector.manifest ??= { id: 'both' };\n"
        + "await fetch(new URL('\(path)', window.selector.location));\n"
        + WalletBench.text(PackageResources.executor_js)
    }

    @MainActor private static func bench(_ library: NearConnectLibrary?) async throws -> WalletBench {
      let bench = try WalletBench(["both"], scripts: ["/first": "", "/second": ""], library: library) {
        $0.bridgeTimeLimit = .seconds(3)
      }
      bench.site.replace("/both.js", by: script(waitingFor: "/first"))
      try await bench.manager.signIn(walletId: "both")
      bench.site.hold("/first")
      return bench
    }

    @MainActor private static func sent(_ bench: WalletBench) -> Int {
      bench.site.requested.filter { $0 == "/sent" }.count
    }

    func testWalletReadyBeforeRetrySendsOnce() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try await Self.bench(library)
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          let sending = Task { try await bench.manager.sendNEAR(to: "bob.near", amountYocto: "5") }
          try await eventually("the window is shown") { window.isVisible }
          let probe = try await bench.probe()
          try await probe.waitForStatus("did not start in time")
          bench.site.release("/first")
          try await probe.waitForWalletFrames(0)
          XCTAssertEqual(Self.sent(bench), 0)
          try await probe.pressButton()
          let result = try await sending.value
          XCTAssertTrue(result.isChecked)
          XCTAssertEqual(Self.sent(bench), 1)
        }
      }
    }

    func testWalletReadyAfterRetrySendsOnce() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try await Self.bench(library)
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          let sending = Task { try await bench.manager.sendNEAR(to: "bob.near", amountYocto: "5") }
          try await eventually("the window is shown") { window.isVisible }
          let probe = try await bench.probe()
          try await probe.waitForStatus("did not start in time")
          bench.site.hold("/second")
          bench.site.replace("/both.js", by: Self.script(waitingFor: "/second"))
          try await probe.pressButton()
          try await eventually("the second attempt begins") { bench.site.requested.contains("/second") }
          bench.site.release("/first")
          try await probe.waitForWalletFrames(1)
          XCTAssertEqual(Self.sent(bench), 0)
          bench.site.release("/second")
          let result = try await sending.value
          XCTAssertTrue(result.isChecked)
          XCTAssertEqual(Self.sent(bench), 1)
        }
      }
    }
  }
#endif
