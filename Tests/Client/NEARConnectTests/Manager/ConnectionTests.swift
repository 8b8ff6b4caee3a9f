import Encodings
import Foundation
import NEARConnect
import Testing

@MainActor struct ConnectionTests {
  @Test func connectionReturnsAccountAndWalletId() async throws {
    let scene = try TestScene()
    let result = try await scene.manager.signIn()
    #expect(result.account.accountId == "alice.near")
    #expect(result.account.walletId == "both")
    #expect(scene.manager.currentAccount == result.account)
    #expect(scene.accounts.account(on: .mainnet) == result.account)
    #expect(!scene.manager.isBusy)
    #expect(!scene.manager.showWalletUI)
  }

  @Test func synchronousConnectSetsAccount() async throws {
    let scene = try TestScene()
    scene.manager.connect()
    #expect(scene.manager.pendingConnect)
    #expect(scene.manager.showWalletUI)
    try await scene.settle { scene.manager.isSignedIn && !scene.manager.pendingConnect }
    #expect(!scene.manager.showWalletUI)
  }

  @Test func documentedWalletIdIsAnAlias() async throws {
    let scene = try TestScene()
    let result = try await scene.manager.signIn(walletId: "my-near-wallet")
    #expect(result.account.walletId == "mynearwallet")
  }

  @Test func unknownWalletIsAnError() async throws {
    let scene = try TestScene()
    await #expect(throws: NEARError(code: .unknownWallet, reason: "")) {
      try await scene.manager.signIn(walletId: "unknown")
    }
    #expect(scene.manager.lastError?.contains("unknown") == true)
  }

  @Test(arguments: [("both", 1), ("signs", 2)])
  func connectAndSignNeedsOneOrTwoApprovals(_ wallet: String, _ approvals: Int)
    async throws
  {
    let scene = try TestScene()
    let nonce = [UInt8](repeating: 9, count: 32)
    let result = try await scene.manager.connectAndSignMessage(
      message: "hello", recipient: "app.near", nonce: nonce, walletId: wallet)
    let signed = try #require(result.signed)
    #expect(signed.nonce == nonce)
    #expect(signed.message == "hello")
    #expect(signed.recipient == "app.near")
    #expect(result.signedMessage == signed.signature)
    #expect(scene.host.calls.filter { $0.name.hasPrefix("sign") }.count == approvals)
  }

  @Test func walletThatCannotSignOnlyConnects() async throws {
    let scene = try TestScene()
    let result = try await scene.manager.connectAndSignMessage(
      message: "hello", recipient: "app.near", walletId: "plain")
    #expect(result.signedMessage == nil)
    #expect(result.standing == .claimed)
    #expect(result.account.accountId == "alice.near")
  }

  @Test func missingCombinedMethodFallsBackToTwoApprovals() async throws {
    let scene = try TestScene()
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      if call == "signInAndSignMessage" { return .failure("Method not found") }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    let result = try await scene.manager.connectAndSignMessage(message: "hello", recipient: "app.near")
    #expect(result.signedMessage != nil)
  }

  @Test func missingCombinedSignatureIsRequestedSeparately() async throws {
    let scene = try TestScene()
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      if call == "signInAndSignMessage" { return .value([["accountId": "alice.near"]]) }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    let result = try await scene.manager.connectAndSignMessage(message: "hello", recipient: "app.near")
    #expect(result.signedMessage != nil)
    #expect(!scene.host.calls.contains { $0.name == "signIn" })
  }

  @Test func missingSignMethodsFallBackToConnection() async throws {
    let scene = try TestScene()
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      if call.hasSuffix("Message") { return .failure("Method not found") }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    let result = try await scene.manager.connectAndSignMessage(message: "hello", recipient: "app.near")
    #expect(result.signedMessage == nil)
    #expect(result.account.accountId == "alice.near")
  }

  /// The query for the keys of the account takes time.
  @Test func accountIsNotStoredAfterCancellationOrNetworkChange() async throws {
    for leave in [
      { (manager: NEARWalletManager) in manager.network = .testnet }, { $0.showWalletUI = false },
    ] as [@MainActor (NEARWalletManager) -> Void] {
      let gate = AsyncStream<Void>.makeStream()
      let wallet = try TestWallet()
      let key = try wallet.publicKey
      let scene = try TestScene {
        $0.rpc = { _ in
          NEARRPCClient(
            endpoints: ["http://127.0.0.1:1"],
            transport: NEARRPCTransport { _, body, _ in
              for await _ in gate.stream { break }
              let keys =
                #"{"keys":[{"public_key":"\#(key)","access_key":{"nonce":1,"permission":"FullAccess"}}],"#
              let text = TestNode.answer(
                String(decoding: body, as: UTF8.self), result: keys + TestNode.block + "}")
              return (200, Array(text.utf8))
            }, maximumBlockAge: nil)
        }
      }
      scene.host.reply = { call, arguments in
        guard call == "signInAndSignMessage" else { return .value(.null) }
        var signed = (try? wallet.signed(arguments["messageParams"] ?? .null).object) ?? [:]
        signed["publicKey"] = nil
        return .value([["accountId": "alice.near", "signedMessage": .object(signed)]])
      }
      let waiting = Task {
        try await scene.manager.connectAndSignMessage(
          message: "hello", recipient: "app.near", walletId: "both")
      }
      try await scene.settle { scene.host.waiting("signInAndSignMessage") != nil }
      leave(scene.manager)
      gate.continuation.finish()
      await #expect(throws: NEARError.cancelled) { try await waiting.value }
      #expect(scene.manager.currentAccount == nil)
      #expect(scene.accounts.account(on: .mainnet) == nil)
      #expect(scene.accounts.account(on: .testnet) == nil)
    }
  }

  @Test func decliningAfterConnectionKeepsAccount() async throws {
    let scene = try TestScene()
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      if call == "signMessage" { return .failure("User rejected") }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    await #expect(throws: NEARError.rejected) {
      try await scene.manager.connectAndSignMessage(
        message: "hello", recipient: "app.near", walletId: "signs")
    }
    #expect(scene.manager.isSignedIn)
  }

  @Test func closingListOfWalletsIsNotARefusal() async throws {
    let scene = try TestScene()
    scene.host.reply = { call, _ in call == "selectWallet" ? .failure("User rejected") : .value(.null) }
    await #expect(throws: NEARError.cancelled) { try await scene.manager.signIn() }
  }

  @Test(arguments: [
    "{}", "[]", "null", "[{\"accountId\": 7}]", "[{\"accountId\": \"Not An Account\"}]", "\"\"",
  ])
  func answerWithoutAccountIsAnError(_ answer: String) async throws {
    let scene = try TestScene()
    let value = try JSONParser.parse(answer)
    scene.host.reply = { call, _ in .value(call == "signIn" ? value : .null) }
    await #expect(throws: NEARError(code: .malformedWalletAnswer, reason: "")) {
      try await scene.manager.signIn(walletId: "plain")
    }
    #expect(!scene.manager.isSignedIn)
  }

  @Test(arguments: [
    #"{"accountId":"alice.near"}"#, #"[{"account_id":"alice.near","public_key":""}]"#, #"["alice.near"]"#,
    #"{"accounts":[{"accountId":"alice.near"}]}"#, #""[{\"accountId\":\"alice.near\"}]""#,
    #"[{"accountId":"alice.near","publicKey":{"data":[1]}}]"#,
  ])
  func everyAccountFormatIsParsed(_ answer: String) async throws {
    let scene = try TestScene()
    let value = try JSONParser.parse(answer)
    scene.host.reply = { call, _ in .value(call == "signIn" ? value : .null) }
    let result = try await scene.manager.signIn(walletId: "plain")
    #expect(result.account == NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "plain"))
  }

  @Test func disconnectWorksBeforeBridgeIsReady() async throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    let scene = try TestScene(accounts: [.mainnet: account])
    #expect(scene.manager.currentAccount == account)
    #expect(!scene.manager.isBridgeReady)
    scene.manager.disconnect()
    #expect(!scene.manager.isSignedIn)
    #expect(scene.accounts.account(on: .mainnet) == nil)
    // The wallet is notified as soon as the page is ready.
    try await scene.settle { scene.host.calls.contains { $0.name == "signOut" } }
  }

  @Test func eachNetworkHasItsOwnAccount() async throws {
    let main = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    let test = NEARAccount(accountId: "alice.testnet", publicKey: nil, walletId: "both")
    let scene = try TestScene(accounts: [.mainnet: main, .testnet: test])
    scene.manager.network = .testnet
    #expect(scene.manager.currentAccount == test)
    scene.manager.network = .mainnet
    #expect(scene.manager.currentAccount == main)
    try await scene.settle { scene.manager.isBridgeReady }
    #expect(Set(scene.host.loads.map(\.storeName)).count == scene.host.loads.map(\.storeName).count)
  }

  @Test func changingNetworkEndsWaitingOperations() async throws {
    let scene = try TestScene()
    scene.host.reply = { call, _ in call == "signIn" ? .nothing : .value(.null) }
    let waiting = Task { try await scene.manager.signIn(walletId: "plain") }
    try await scene.settle { scene.host.waiting("signIn") != nil }
    scene.manager.network = .testnet
    await #expect(throws: NEARError.cancelled) { try await waiting.value }
  }
}
