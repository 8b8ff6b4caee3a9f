#if canImport(UIKit)
  import SwiftUI
  import Testing

  @testable import NEARConnect

  /// The behavior of the demo view of near-connect-ios's guide, which is compiled with these tests, with a wallet in memory.
  @MainActor struct WalletSampleTests {
    private func demo(
      _ host: InMemoryBridgeHost, log: @escaping (String, Bool) -> Void = { _, _ in }
    ) -> (NEARWalletManager, SwiftUI.Screen) {
      let manager = NEARWalletManager(inMemory: host)
      let view = SignInAndSignMessageDemoView { _, _, output, isError in log(output, isError) }
      return (manager, SwiftUI.Screen(view.environmentObject(manager)))
    }

    @Test(.timeLimit(.minutes(1))) func userConnectsAndSigns() async throws {
      var outputs: [String] = []
      let (manager, screen) = demo(try InMemoryBridgeHost(accountId: "alice.testnet")) { output, isError in
        #expect(!isError)
        outputs.append(output)
      }
      #expect(screen.press(labeled: "Connect & Sign Message"))
      try #require(await screen.wait { screen.shows("Connected as") })
      #expect(screen.shows("alice.testnet"))
      try #require(await screen.wait { !outputs.isEmpty })
      let wallet = try #require(manager.currentAccount?.walletId)
      #expect(outputs[0].hasPrefix("account: alice.testnet, wallet: \(wallet)"))
      #expect(outputs[0].contains("signedMessage: "))
      // The user is connected, so the button waits until the wallet is disconnected.
      #expect(!screen.press(labeled: "Connect & Sign Message"))
      #expect(screen.press(labeled: "Disconnect first to test connect flow"))
      try #require(await screen.wait { !screen.shows("Connected as") })
      #expect(manager.currentAccount == nil)
    }

    @Test(.timeLimit(.minutes(1))) func refusalOfTheUserIsAnAlert() async throws {
      let host = try InMemoryBridgeHost(accountId: "alice.testnet")
      host.user = .declines
      let (manager, screen) = demo(host)
      #expect(screen.press(labeled: "Connect & Sign Message"))
      try #require(await screen.wait { screen.all.contains { $0.kind == "Alert" } })
      #expect(screen.press(labeled: "OK"))
      try #require(await screen.wait { !screen.all.contains { $0.kind == "Alert" } })
      #expect(manager.currentAccount == nil)
    }

    @Test func messageWithoutARecipientCannotBeSigned() async throws {
      let (_, screen) = demo(try InMemoryBridgeHost(accountId: "alice.testnet"))
      #expect(screen.type("", labeled: "Recipient"))
      #expect(!screen.press(labeled: "Connect & Sign Message"))
    }

    @Test(.timeLimit(.minutes(1))) func windowOfTheWalletsOpensAndCancels() async throws {
      let manager = NEARWalletManager(inMemory: try InMemoryBridgeHost(accountId: "alice.testnet"))
      let screen = SwiftUI.Screen(EnvironmentObjectSample().environmentObject(manager))
      #expect(!screen.has("doorward.wallet-sheet.title"))
      manager.showWalletUI = true
      try #require(await screen.wait { screen.has("doorward.wallet-sheet.title") })
      #expect(screen.press("doorward.wallet-sheet.cancel"))
      try #require(await screen.wait { !screen.has("doorward.wallet-sheet.title") })
      #expect(!manager.showWalletUI)
    }
  }
#endif
