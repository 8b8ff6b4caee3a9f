import Encodings
import NEARConnect
import Testing

/// A key that the wallet adds to the account during the connection.
@MainActor struct FunctionCallKeyTests {
  nonisolated static let publicKey = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"

  private func scene() throws -> TestScene {
    try TestScene {
      $0.manifest = .json(
        JSONValue.object([
          "wallets": [
            TestScene.entry("both", ["signMessage", "signInAndSignMessage", "signInWithFunctionCallKey"]),
            TestScene.entry("keyed", ["signMessage", "signInWithFunctionCallKey"]),
            TestScene.entry("plain", ["signMessage"]),
          ]
        ]).serialized())
    }
  }

  @Test func walletReceivesKeyToAdd() async throws {
    let scene = try scene()
    let key = FunctionCallKey(contractId: "app.near", publicKey: Self.publicKey, methodNames: ["set", "get"])
    try await scene.manager.signIn(walletId: "keyed", addFunctionCallKey: key)
    let expected: JSONValue = [
      "contractId": "app.near", "publicKey": .string(Self.publicKey),
      "allowMethods": ["anyMethod": false, "methodNames": ["set", "get"]],
      "gasAllowance": ["kind": "limited", "amount": "250000000000000000000000"],
    ]
    #expect(scene.host.calls.last { $0.name == "signIn" }?.arguments["addFunctionCallKey"] == expected)
    for wallet in ["both", "keyed"] {
      _ = try await scene.manager.connectAndSignMessage(
        message: "hi", recipient: "app.near", walletId: wallet, addFunctionCallKey: key)
      let call = scene.host.calls.last { $0.name.hasPrefix("signIn") }
      #expect(call?.name == (wallet == "both" ? "signInAndSignMessage" : "signIn"))
      #expect(call?.arguments["addFunctionCallKey"] == expected)
    }
  }

  @Test func keyWithoutLimitsIsUnlimited() async throws {
    let scene = try scene()
    let key = FunctionCallKey(contractId: "app.near", publicKey: Self.publicKey, allowance: nil)
    scene.manager.connect(walletId: "keyed", addFunctionCallKey: key)
    try await scene.settle { scene.manager.isSignedIn }
    let sent = scene.host.calls.last { $0.name == "signIn" }?.arguments["addFunctionCallKey"]
    #expect(sent?["allowMethods"] == ["anyMethod": true])
    #expect(sent?["gasAllowance"] == ["kind": "unlimited"])
  }

  @Test func onlyWalletsThatCanAddKeysAreListed() async throws {
    let scene = try scene()
    let key = FunctionCallKey(contractId: "app.near", publicKey: Self.publicKey)
    try await scene.manager.signIn(addFunctionCallKey: key)
    let features = scene.host.calls.last { $0.name == "selectWallet" }?.arguments["features"]
    #expect(features == ["signInWithFunctionCallKey": true])
  }

  @Test func walletThatCannotAddKeyIsNotCalled() async throws {
    let scene = try scene()
    let key = FunctionCallKey(contractId: "app.near", publicKey: Self.publicKey)
    await #expect(throws: NEARError(code: .unsupportedByWallet, reason: "")) {
      try await scene.manager.signIn(walletId: "plain", addFunctionCallKey: key)
    }
    #expect(!scene.host.calls.contains { $0.name == "signIn" })
  }

  @Test(arguments: [("Not An Account", publicKey), ("app.near", "ed25519:0")])
  func malformedKeyIsRefusedBeforeWalletIsCalled(_ contract: String, _ key: String) async throws {
    let scene = try scene()
    await #expect(throws: NEARError.self) {
      try await scene.manager.signIn(
        walletId: "keyed", addFunctionCallKey: FunctionCallKey(contractId: contract, publicKey: key))
    }
    // The page may have started already.
    #expect(scene.host.calls.allSatisfy { $0.name == "start" })
  }

  @Test func connectionWithoutKeyAddsNone() async throws {
    let scene = try scene()
    try await scene.manager.signIn(walletId: "keyed")
    #expect(scene.host.calls.last { $0.name == "signIn" }?.arguments == ["walletId": "keyed"])
  }

  @Test func defaultAllowanceIsQuarterOfNEAR() throws {
    #expect(FunctionCallKey.defaultAllowance == (try NEARAmount(parsing: "0.25")))
  }
}
