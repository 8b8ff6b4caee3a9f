import Encodings
import NEARConnect
import Testing

/// A wallet that cannot work in the host is not offered, and the app receives the reason.
@MainActor struct UnsupportedWalletTests {
  /// Entries in the format of near-connect's list.
  private static func entry(_ id: String, permissions: JSONObject, platform: JSONObject = [:]) -> JSONValue {
    var entry = TestScene.entry(id, ["signMessage"], permissions: permissions).object ?? [:]
    entry["platform"] = .object(platform)
    return .object(entry)
  }

  private static let manifest = JSONValue.object([
    "wallets": [
      entry("ledger", permissions: ["usb": true, "hid": true, "bluetooth": true]),
      entry(
        "okx-wallet", permissions: ["external": ["okxwallet.near"]],
        platform: ["web": "https://www.okx.com", "ios": "https://apps.apple.com/x"]),
      entry(
        "nightly-wallet", permissions: ["external": ["nightly.near"]],
        platform: ["chrome": "https://chromewebstore.google.com/x"]),
      entry(
        "stores", permissions: ["external": ["stores"]],
        platform: ["chrome": "https://chromewebstore.google.com/x"]),
      entry("wallet-connect", permissions: ["walletConnect": true]),
      entry(
        "meteor-wallet", permissions: ["external": ["meteorCom", "meteorComV2"]],
        platform: ["web": "https://wallet.meteorwallet.app", "chrome": "https://chromewebstore.google.com/x"]),
      entry("mynearwallet", permissions: ["allowsOpen": ["https://app.mynearwallet.com"]]),
    ]
  ]).serialized()

  private func scene(transports: Set<WalletTransport> = []) async throws -> TestScene {
    let scene = try TestScene(transports: transports) { $0.manifest = .json(Self.manifest) }
    try await scene.settle { scene.manager.isBridgeReady }
    return scene
  }

  @Test func walletThatCannotWorkIsNotOffered() async throws {
    let scene = try await scene()
    #expect(scene.manager.wallets.map(\.id) == ["meteor-wallet", "mynearwallet"])
    let start = try #require(scene.host.calls.first { $0.name == "start" }).arguments
    let given = start["options"]?["manifest"]?["wallets"]?.array?.compactMap { $0["id"]?.string }
    #expect(given == ["meteor-wallet", "mynearwallet"])
  }

  @Test(arguments: [
    ("ledger", "USB or Bluetooth"), ("okx-wallet", "extension"), ("nightly-wallet", "extension"),
    ("stores", "extension"), ("wallet-connect", "WalletConnect"),
  ])
  func walletThatCannotWorkHasAReason(_ id: String, _ words: String) async throws {
    let scene = try await scene()
    let listed = try #require(scene.manager.unsupportedWallets.first { $0.id == id })
    #expect(listed.reason.contains(words))
    #expect(listed.reason.contains(listed.wallet.name))
    let error = await #expect(throws: NEARError.self) { try await scene.manager.signIn(walletId: id) }
    #expect(error?.code == .unsupportedWallet)
    #expect(error?.reason == listed.reason)
    #expect(!scene.host.calls.contains { $0.name == "signIn" })
  }

  @Test func aliasOfUnsupportedWalletHasTheReasonToo() async throws {
    let scene = try await scene()
    await #expect(throws: NEARError(code: .unsupportedWallet, reason: "")) {
      try await scene.manager.signIn(walletId: "okx")
    }
  }

  @Test func hostWithTransportOffersWalletsThatNeedIt() async throws {
    let scene = try await scene(transports: [.bluetooth])
    #expect(scene.manager.wallets.map(\.id) == ["ledger", "meteor-wallet", "mynearwallet"])
    #expect(!scene.manager.unsupportedWallets.contains { $0.id == "ledger" })
  }

  @Test func excludedWalletIsNeitherOfferedNorListed() async throws {
    let scene = try TestScene {
      $0.manifest = .json(Self.manifest)
      $0.excludedWallets = ["ledger", "mynearwallet"]
    }
    try await scene.settle { scene.manager.isBridgeReady }
    #expect(scene.manager.wallets.map(\.id) == ["meteor-wallet"])
    #expect(!scene.manager.unsupportedWallets.contains { $0.id == "ledger" })
  }
}
