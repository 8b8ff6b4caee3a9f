import Encodings
import Testing

@testable import NEARConnect

struct WalletManifestTests {
  private func manifest(_ entries: JSONValue...) throws -> WalletManifest {
    try WalletManifest(json: JSONValue.object(["wallets": .array(entries)]).serialized())
  }

  private func entry(_ changes: JSONObject) -> JSONValue {
    var object: JSONObject = [
      "id": "one", "name": "One", "type": "sandbox", "executor": "https://wallet.example/x.js",
      "icon": "https://wallet.example/i.png", "website": "https://wallet.example", "version": "2.1",
      "platform": ["ios": "https://apps.example/one"], "features": ["signMessage": true, "testnet": false],
      "permissions": ["storage": true, "allowsOpen": ["one://", "https://wallet.example"]],
    ]
    for member in changes { object[member.key] = member.value }
    return .object(object)
  }

  @Test func walletIsParsedToSwiftValues() throws {
    let wallet = try #require(try manifest(entry([:])).wallets.first)
    #expect(wallet.id == "one")
    #expect(wallet.name == "One")
    #expect(wallet.features == [.signMessage])
    #expect(wallet.platforms == ["ios": "https://apps.example/one"])
    #expect(wallet.opens == ["one://", "https://wallet.example"])
    #expect(wallet.works(on: .mainnet))
    #expect(!wallet.works(on: .testnet))
    #expect(wallet.takesSeveralRequests)
  }

  @Test(
    arguments: [
      ["id": "a:b"], ["id": ""], ["id": "../x"], ["id": .null], ["name": ""], ["name": 7],
      ["type": "injected"],
      ["executor": "javascript:alert(1)"], ["executor": "http://wallet.example/x.js"], ["executor": "/x.js"],
      ["executor": "data:text/javascript,x"], ["executor": "https://a@wallet.example/x.js"],
    ] as [JSONObject])
  func unusableEntryIsSkipped(_ changes: JSONObject) throws {
    let wallets = try manifest(entry(changes), entry(["id": "two"])).wallets
    #expect(wallets.map(\.id) == ["two"])
  }

  @Test func firstOfTwoEntriesWithSameIDIsKept() throws {
    let wallets = try manifest(entry([:]), entry(["name": "Mallory"])).wallets
    #expect(wallets.map(\.name) == ["One"])
  }

  @Test func malformedIconIsRemoved() throws {
    let wallets = try manifest(entry(["icon": "javascript:alert(1)"])).wallets
    #expect(wallets.first?.icon == "")
  }

  @Test(arguments: ["", "[]", "{}", "{\"wallets\":7}", "nonsense", "{\"wallets\":[],\"wallets\":[]}"])
  func malformedListIsAnError(_ json: String) {
    #expect(throws: NEARError(code: .manifestUnavailable, reason: "")) {
      try WalletManifest(json: Array(json.utf8))
    }
  }

  @Test func deviceHandlesOneRequestAtATime() throws {
    let wallet = try #require(try manifest(entry(["permissions": ["hid": true]])).wallets.first)
    #expect(!wallet.takesSeveralRequests)
  }

  /// With `external`, the code of a wallet could call any function of the page.
  @Test func dangerousPermissionsAreRemoved() throws {
    let wallet = try #require(
      try manifest(
        entry([
          "permissions": [
            "external": ["window", "nightly.near"], "walletConnect": false, "storage": true,
            "allowsOpen": ["one://"],
          ],
          "debug": true,
        ])
      ).wallets.first)
    #expect(wallet.entry["permissions"] == ["storage": true, "allowsOpen": ["one://"]])
    #expect(wallet.entry["debug"] == nil)
  }

  /// near-connect caches the code of a wallet by id and version.
  @Test func codeFromDifferentAddressesIsCachedSeparately() throws {
    func wallet(_ executor: String) throws -> NEARWallet {
      try #require(try manifest(entry(["executor": .string(executor)])).wallets.first)
    }
    let listed = try wallet("https://wallet.example/x.js")
    let other = try wallet("https://evil.example/x.js")
    #expect(listed.version == "2.1")
    #expect(other.version == "2.1")
    #expect(listed.entry["version"] != other.entry["version"])
    #expect(try listed.entry["version"] == wallet("https://wallet.example/x.js").entry["version"])
  }
}
