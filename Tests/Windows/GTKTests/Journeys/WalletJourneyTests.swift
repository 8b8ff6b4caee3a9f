#if os(Linux)
  import CDoorwardGTK
  import DesktopLoops
  import Doorward
  import DoorwardFlow
  import DoorwardGTKWidgets
  import DoorwardNEAR
  import DoorwardTesting
  import DoorwardTexts
  import Foundation
  import LoopbackServers
  import XCTest

  @testable import DoorwardGTK
  @testable import NEARConnect

  /// Sign-ins with wallets.
  final class WalletJourneyTests: WindowTestCase {
    func testEthereumWalletSignsIn() throws {
      try onLoop {
        let wallet = TestEthereumWallet()
        let scene = try await SignInScene(
          DoorwardTestServer(),
          proofs: SignInProofs(ethereum: { try await $0.siwe.login(with: wallet) }))
        try await scene.press("Sign in with an Ethereum wallet")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertEqual(scene.doorward.currentUser?.info.identities.map(\.type), ["ethereum"])
      }
    }

    func testSeveralWalletsHaveAView() throws {
      try onLoop {
        let wallet = TestEthereumWallet()
        let scene = try await SignInScene(
          DoorwardTestServer(),
          proofs: SignInProofs(
            ethereum: { try await $0.siwe.login(with: wallet) },
            near: {
              try await Task.sleep(for: .seconds(600))
              return $0.authState
            }))
        try await scene.press("Continue with a wallet")
        try await scene.reader.wait(for: "Choose your wallet", role: "heading")
        try await scene.photograph("journey-wallets")
        try await scene.press("Back")
        try await scene.press("Continue with a wallet")
        // A user who leaves a wallet is back at the list.
        try await scene.press("Sign in with a NEAR wallet")
        try await scene.press("Cancel")
        try await scene.press("Sign in with an Ethereum wallet")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
      }
    }

    func testRefusedSignatureIsExplained() throws {
      try onLoop {
        let server = DoorwardTestServer()
        await server.judgeProofs { _ in false }
        let wallet = TestEthereumWallet()
        let scene = try await SignInScene(
          server, proofs: SignInProofs(ethereum: { try await $0.siwe.login(with: wallet) }))
        try await scene.press("Sign in with an Ethereum wallet")
        try await scene.reader.wait(
          for: "The signature is from another account. Sign with the account in the message.", role: "alert")
        try await scene.reader.wait(for: "Continue", role: "push button")
        try await scene.photograph("journey-wallet-refused")
        XCTAssertFalse(scene.doorward.isLoggedIn)
        scene.window.close()
        _ = await scene.end()
      }
    }

    /// The bridge of the NEAR wallets, with a wallet in memory.
    func testNEARWalletThatDeclinedSignsInAtTheNextTry() throws {
      try onLoop {
        let server = DoorwardTestServer()
        let wallet = try NEARScene()
        let scene = try await SignInScene(server, proofs: SignInProofs(near: wallet.signIn))
        wallet.host.user = .declines
        try await scene.press("Sign in with a NEAR wallet")
        try await scene.reader.wait(for: "You declined. Nothing was changed.", role: "alert")
        try await scene.photograph("journey-near-declined")
        wallet.host.user = .approves
        try await scene.press("Sign in with a NEAR wallet")
        let end = await scene.end()
        XCTAssertEqual(end, "completed")
        XCTAssertEqual(
          scene.doorward.currentUser?.info.identities.first?.identifier, wallet.host.accountId)
      }
    }

    /// The page of the bridge shows the list, in a web view.
    func testNEARWalletIsChosenFromTheList() throws {
      try onLoop { try await Self.chooseNEARWallet() }
    }

    /// A modal window keeps keys and clicks from the other windows of the app, but not from that of the wallets.
    func testNEARWalletIsChosenAboveAModalWindow() throws {
      try onLoop {
        let app = Window(title: "The app", width: 640, height: 480)
        app.present()
        WindowTestCase.closings.append { app.hide() }
        try await Self.chooseNEARWallet(over: app)
      }
    }

    @MainActor private static func chooseNEARWallet(over app: Window? = nil) async throws {
      let wallets = try NEARWindowScene(["Fern", "Moss"])
      let scene = try await SignInScene(
        DoorwardTestServer(),
        proofs: SignInProofs(near: { [manager = wallets.manager] in try await $0.near.login(with: manager) }
        ), over: app)
      try await scene.press("Sign in with a NEAR wallet")
      try await eventually("the list has the keyboard") { wallets.hasKeyboard }
      try await eventually("the list is drawn") { wallets.window.window.isDrawn }
      try await Task.sleep(for: .milliseconds(120))
      try await Photograph(wallets.window.window, "journey-near-list")
      // GTK 4.8 puts no controls of web pages on the bus, so the keyboard presses the first wallet, which gets the focus.
      while !scene.doorward.isLoggedIn { try await scene.reader.press(.enter) }
      let end = await scene.end()
      XCTAssertEqual(end, "completed")
      let identity = scene.doorward.currentUser?.info.identities.first
      XCTAssertEqual(identity?.identifier, "alice.near")
      XCTAssertEqual(identity?.walletClientType, "fern")
    }
  }

  /// The window with the list of NEAR wallets, and wallets that sign with real keys.
  @MainActor private struct NEARWindowScene {
    let manager: NEARWalletManager
    let window: WalletBridgeWindow
    private let site: LoopbackServer

    init(_ names: [String]) throws {
      let executor = try Self.script("executor.js")
      let fields = ["Content-Type: text/javascript", "Access-Control-Allow-Origin: *"]
      let site = try LoopbackServer(["/executor.js": LoopbackServer.response(executor, fields: fields)])
      var configuration = NEARConnectConfiguration()
      configuration.texts = Texts(.english)
      configuration.allowsLoopback = true
      configuration.bridgeURL = "\(site.origin)/bridge"
      configuration.library = .bundled(String(decoding: try Self.script("stand_in.js"), as: UTF8.self))
      let wallets = names.map {
        [
          "id": $0.lowercased(), "name": $0, "type": "sandbox", "version": "1.0.0",
          "executor": "\(site.origin)/executor.js",
          "features": ["signMessage": true, "signInAndSignMessage": true],
        ]
      }
      configuration.manifest = .json(
        Array(try JSONSerialization.data(withJSONObject: ["version": "1.0.0", "wallets": wallets])))
      manager = NEARWalletManager(
        configuration: configuration, host: GTKBridgeHost(dataDirectory: nil),
        accounts: InMemoryAccountStore())
      window = try XCTUnwrap(WalletBridgeWindow(manager))
      self.site = site
    }

    var hasKeyboard: Bool {
      gtk_window_is_active(window.window.object.assumingMemoryBound(to: GtkWindow.self)) != 0
    }

    /// A script of the wallet tests.
    private static func script(_ name: String) throws -> [UInt8] {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      return Array(try Data(contentsOf: tests.appending(path: "Client/NEARConnectTests/Web/\(name)")))
    }
  }

  /// A manager of NEAR wallets with a wallet in memory.
  @MainActor private struct NEARScene {
    let host: InMemoryBridgeHost
    let manager: NEARWalletManager

    init() throws {
      host = try InMemoryBridgeHost()
      manager = NEARWalletManager(inMemory: host)
    }

    var signIn: SignInProofs.Proof {
      { [manager] in try await $0.near.login(with: manager, walletId: InMemoryBridgeHost.walletId) }
    }
  }
#endif
