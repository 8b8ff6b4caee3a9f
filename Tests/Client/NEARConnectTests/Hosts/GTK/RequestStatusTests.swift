#if os(Linux)
  import DesktopLoops
  import Encodings
  import NEAR
  import Observation
  import DoorwardGTKWidgets
  import DoorwardWebKitGTK
  import XCTest

  @testable import NEARConnect

  /// The status that the user sees during a request.
  final class RequestStatusTests: GTKTestCase {
    private static let icon =
      "data:image/svg+xml,"
      + "%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='9'%20height='9'%3E%3Crect%20width='9'%20height='9'/%3E%3C/svg%3E"

    /// A wallet that waits for the user, in the page or with a link to its app.
    private static let scripts = [
      "/shows.js": """
      window.selector.ready({
        async signIn() { await window.selector.ui.showIframe(); await new Promise(() => {}); },
        async signOut() {},
      });
      """,
      "/app.js": """
      window.selector.ready({
        async signIn() { await window.selector.openNativeApp("testwallet://sign"); await new Promise(() => {}); },
      });
      """,
    ]

    @MainActor private static func bench(
      _ id: String, _ library: NearConnectLibrary?, pages: [String: String] = [:], opens: JSONValue = []
    ) throws -> WalletBench {
      try WalletBench([id], pages: pages, scripts: Self.scripts, library: library) {
        var entry = WalletBench.manifest(
          [id], String($0.bridgeURL.dropLast("/bridge".count)), ["allowsOpen": opens])["wallets"]?.array?
          .first?.object
        entry?["name"] = "Harbor Wallet"
        entry?["icon"] = .string(Self.icon)
        let list: JSONValue = ["version": "1.0.0", "wallets": [.object(entry ?? [:])]]
        $0.manifest = .json(list.serialized())
      }
    }

    func testLoadingShowsWalletAndRequest() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try Self.bench("both", library)
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          bench.site.hold("/both.js")
          let connecting = Task { try await bench.manager.signIn(walletId: "both") }
          try await eventually("the code is fetched") { bench.site.requested.contains("/both.js") }
          try await eventually("the window is shown") { window.isVisible }
          XCTAssertEqual(window.window.title, "Connect a wallet")
          XCTAssertTrue(window.stack.visible === bench.host.bridge?.view)
          let probe = try await bench.probe()
          try await probe.waitForStatus("Harbor Wallet Loading the wallet.")
          let icon = try await probe.icon()
          XCTAssertEqual(icon, Self.icon)
          bench.site.release("/both.js")
          _ = try await connecting.value
          try await eventually("the window is hidden") { !window.isVisible }
        }
      }
    }

    func testTitleDescribesEachRequest() throws {
      try onLoop(timeLimit: 90) {
        let bench = try Self.bench("both", nil)
        try await bench.manager.signIn(walletId: "both")
        let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
        let requests: [(String, @MainActor () async throws -> Void)] = [
          ("Sign a message", { _ = try await bench.manager.signMessage(message: "a", recipient: "b") }),
          ("Send a transaction", { _ = try await bench.manager.sendNEAR(to: "bob.near", amountYocto: "1") }),
          (
            "Sign a delegate action",
            {
              _ = try await bench.manager.signDelegateActions(delegateActions: [
                TransactionRequest(receiverId: "bob.near", actions: [.transfer(deposit: .zero)])
              ])
            }
          ),
          (
            "Sign in with a wallet",
            {
              _ = try await bench.manager.connectAndSignMessage(
                message: "a", recipient: "b", walletId: "both")
            }
          ),
        ]
        for (title, request) in requests {
          bench.manager.retry()
          try await bench.ready()
          bench.site.remove("/both.js")
          let task = Task { try await request() }
          try await eventually("the window's title is \(title)") {
            window.isVisible && window.window.title == title
          }
          window.close.press()
          _ = try? await task.value
          try await eventually("the window is hidden") { !window.isVisible }
          bench.site.restore("/both.js")
        }
      }
    }

    /// The wallet answers without the user, like a wallet with a key of its own.
    func testWindowIsNotShownForRequestsThatNeedNoUser() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try Self.bench("both", library)
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          let shown = ShownCounter(bench.manager)
          try await bench.ready()
          try await bench.manager.signIn(walletId: "both")
          for _ in 0..<3 {
            _ = try await bench.manager.signMessage(message: "hello", recipient: "app.near")
            _ = try await bench.manager.sendNEAR(to: "bob.near", amountYocto: "1")
          }
          XCTAssertEqual(shown.count, 0)
          XCTAssertFalse(window.isVisible)
        }
      }
    }

    func testWalletUIInPageReplacesStatus() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try Self.bench("shows", library)
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          let connecting = Task { try await bench.manager.signIn(walletId: "shows") }
          try await eventually("the window is shown") { window.isVisible }
          let probe = try await bench.probe()
          try await probe.waitForDialog()
          let status = try await probe.status()
          XCTAssertEqual(status, "")
          connecting.cancel()
          _ = try? await connecting.value
          try await eventually("the window is hidden") { !window.isVisible }
        }
      }
    }

    func testStatusDirectsUserToWalletWindow() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try Self.bench(
            "web", library, pages: ["/wallet": "<p>Approve?"], opens: ["http://localhost"])
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          let connecting = Task { try await bench.manager.signIn(walletId: "web") }
          try await eventually("the windows are shown") { window.isVisible && bench.openWindows == 1 }
          let probe = try await bench.probe()
          try await probe.waitForStatus("Harbor Wallet Continue in the wallet's window.")
          window.close.press()
          _ = try? await connecting.value
          XCTAssertEqual(bench.openWindows, 0)
        }
      }
    }

    func testStatusDirectsUserToWalletApp() throws {
      for library in try WalletBench.libraries() {
        try onLoop {
          let bench = try Self.bench("app", library, opens: ["testwallet://sign"])
          let window = try XCTUnwrap(WalletBridgeWindow(bench.manager))
          let connecting = Task { try await bench.manager.signIn(walletId: "app") }
          try await eventually("the link is followed") { bench.openedInSystem == ["testwallet://sign"] }
          try await eventually("the window is shown") { window.isVisible }
          let probe = try await bench.probe()
          try await probe.waitForStatus("Continue in the wallet's app, then return here.")
          window.close.press()
          _ = try? await connecting.value
        }
      }
    }
  }

  /// Counts how often the manager requests its window.
  @MainActor private final class ShownCounter {
    private(set) var count = 0
    private weak var manager: NEARWalletManager?

    init(_ manager: NEARWalletManager) {
      self.manager = manager
      observe()
    }

    private func observe() {
      withObservationTracking {
        _ = manager?.showWalletUI
      } onChange: { [weak self] in
        // Observation reports before each change. Every change means that the window was or will be shown.
        MainActor.assumeIsolated {
          self?.count += 1
          Task { self?.observe() }
        }
      }
    }
  }
#endif
