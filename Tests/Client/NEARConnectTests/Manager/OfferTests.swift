import Encodings
import Foundation
import NEARConnect
import Observation
import Testing

/// The offered wallets, and the properties of the manager that apps observe.
@MainActor struct OfferTests {
  @Test func walletsWithoutRequiredFeatureAndExcludedWalletsAreNotOffered() async throws {
    let scene = try TestScene(transports: [.usb]) {
      $0.features = [.signMessage]
      $0.excludedWallets = ["my-near-wallet"]
    }
    try await scene.settle { scene.manager.isBridgeReady }
    #expect(scene.manager.wallets.map(\.id) == ["both", "signs", "device"])
  }

  @Test func pageReceivesOnlyOfferedWallets() async throws {
    let scene = try TestScene { $0.features = [.signInAndSignMessage] }
    try await scene.settle { scene.manager.isBridgeReady }
    let start = try #require(scene.host.calls.first { $0.name == "start" }).arguments
    #expect(start["options"]?["manifest"]?["wallets"]?.array?.compactMap { $0["id"]?.string } == ["both"])
    #expect(start["options"]?["network"] == "mainnet")
  }

  @Test func registeredWalletIsOfferedFirst() async throws {
    let scene = try TestScene()
    let entry = TestScene.entry("mine", ["signMessage"]).serialized()
    try await scene.manager.registerWallet(entry)
    #expect(scene.manager.wallets.first?.id == "mine")
    let result = try await scene.manager.signIn(walletId: "mine")
    #expect(result.account.walletId == "mine")
    await #expect(throws: NEARError(code: .manifestUnavailable, reason: "")) {
      try await scene.manager.registerWallet(Array("{}".utf8))
    }
  }

  @Test func walletIdTakesPrecedenceOverAlias() async throws {
    let scene = try TestScene()
    try await scene.manager.registerWallet(TestScene.entry("my-near-wallet", []).serialized())
    #expect(try await scene.manager.signIn(walletId: "my-near-wallet").account.walletId == "my-near-wallet")
  }

  @Test func downloadedListIsUsedWithoutConnection() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "lists-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func manager(_ fetch: HTTPFetch) -> NEARWalletManager {
      var configuration = NEARConnectConfiguration()
      configuration.manifest = .address("https://lists.example/manifest.json")
      configuration.library = .bundled("")
      configuration.fetch = fetch
      return NEARWalletManager(
        configuration: configuration, host: TestHost(), accounts: InMemoryAccountStore(), folder: folder)
    }
    let scene = try TestScene()
    let json = TestScene.manifest.serialized()
    let online = manager(HTTPFetch { _, _, _, _ in HTTPFetch.Answer(status: 200, body: json) })
    try await scene.settle { online.isBridgeReady }
    let offline = manager(HTTPFetch { _, _, _, _ in throw URLError(.notConnectedToInternet) })
    try await scene.settle { offline.isBridgeReady }
    #expect(offline.wallets.map(\.id) == online.wallets.map(\.id))
  }

  @Test func unavailableListFailsBridgeUntilRetrySucceeds() async throws {
    var configuration = NEARConnectConfiguration()
    configuration.manifest = .address("https://lists.example/manifest.json")
    configuration.fetch = HTTPFetch { _, _, _, _ in HTTPFetch.Answer(status: 500, body: []) }
    let manager = NEARWalletManager(
      configuration: configuration, host: TestHost(), accounts: InMemoryAccountStore())
    let scene = try TestScene()
    try await scene.settle { if case .failed = manager.bridgeState { true } else { false } }
    #expect(manager.bridgeState == .failed(NEARError(code: .manifestUnavailable, reason: "")))
  }

  @Test func changesAreObserved() async throws {
    let scene = try TestScene()
    try await scene.settle { scene.manager.isBridgeReady }
    await confirmation { changed in
      withObservationTracking {
        _ = scene.manager.currentAccount
      } onChange: {
        changed()
      }
      _ = try? await scene.manager.signIn(walletId: "plain")
    }
  }

  @Test func returnURLIsHandledDuringOperation() async throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "signs")
    let scene = try TestScene(accounts: [.mainnet: account]) { $0.returnSchemes = ["exampleapp"] }
    let url = try #require(URL(string: "exampleapp://near?result=1"))
    #expect(try await !scene.manager.handle(url: url))
    scene.host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    let waiting = Task { try await scene.manager.signMessage(message: "hello", recipient: "app.near") }
    try await scene.settle { scene.host.waiting("signMessage") != nil }
    #expect(try await scene.manager.handle(url: url))
    #expect(scene.host.calls.last { $0.name == "returned" }?.arguments["url"]?.string == url.absoluteString)
    let other = try #require(URL(string: "https://example.com/"))
    #expect(try await !scene.manager.handle(url: other))
    waiting.cancel()
  }
}
