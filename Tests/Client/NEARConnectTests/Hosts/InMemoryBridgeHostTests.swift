import Foundation
import NEARConnect
import Testing

/// The host for tests of apps, used only through its public interface.
@MainActor struct InMemoryBridgeHostTests {
  @Test func connectsSignsAndSendsLikeAWallet() async throws {
    let host = try InMemoryBridgeHost(accountId: "alice.testnet")
    let wallets = NEARWalletManager(inMemory: host)
    let result = try await wallets.connectAndSignMessage(message: "Sign in", recipient: "app.near")
    #expect(result.account.accountId == "alice.testnet")
    #expect(result.account.walletId == InMemoryBridgeHost.walletId)
    #expect(result.publicKey == host.publicKey)
    #expect(result.signedMessage != nil)
    let signed = try await wallets.signMessage(message: "again", recipient: "app.near")
    #expect(signed.publicKey == host.publicKey)

    #expect(try await wallets.sendNEAR(to: "bob.testnet", amountYocto: "5").isChecked)
    let called = try await wallets.callFunction(
      contractId: "app.testnet", methodName: "set",
      args: ["list": [1, true, "a"], "big": UInt64.max, "none": [:]])
    #expect(called.isChecked)
    let status = try await wallets.transactionStatus(called.transactionHashes[0])
    #expect(status.outcome == .success([]))
    let several = try await wallets.signAndSendTransactions([
      TransactionRequest(receiverId: "one.testnet", actions: [.createAccount, .transfer(deposit: .zero)]),
      TransactionRequest(receiverId: "two.testnet", actions: [.transfer(deposit: .zero)]),
      TransactionRequest(
        receiverId: "alice.testnet",
        actions: [
          .addKey(
            publicKey: try NEARPublicKey(parsing: host.publicKey),
            accessKey: .init(
              nonce: 0,
              permission: .functionCall(
                .init(allowance: .zero, receiverID: "app.testnet", methodNames: ["set"]))))
        ]),
    ])
    #expect(several.isChecked)
    #expect(several.transactionHashes.count == 3)
    // Contracts are not compared.
    let deployed = try await wallets.signAndSendTransactions([
      TransactionRequest(receiverId: "two.testnet", actions: [.deployContract(code: [0, 97, 115, 109])])
    ])
    #expect(!deployed.isChecked)
    let delegated = try await wallets.signDelegateActions(delegateActions: [
      [
        "receiverId": "app.testnet",
        "actions": [
          [
            "type": "FunctionCall",
            "params": ["methodName": "set", "args": ["n": 1], "gas": 1, "deposit": 0],
          ]
        ],
      ]
    ])
    #expect(delegated.decoded.first?.delegateAction.receiverID.description == "app.testnet")
    try await wallets.signOut()
    #expect(!wallets.isSignedIn)
    #expect(
      host.requests.map(\.name) == [
        "selectWallet", "signInAndSignMessage", "signMessage", "signAndSendTransactions",
        "signAndSendTransactions",
        "signAndSendTransactions", "signAndSendTransactions", "signDelegateActions", "signOut",
      ])
    #expect(host.requests[2].arguments.contains("again"))
  }

  private func signedIn(_ host: InMemoryBridgeHost) -> NEARWalletManager {
    NEARWalletManager(
      inMemory: host,
      signedInAs: NEARAccount(
        accountId: host.accountId, publicKey: nil, walletId: InMemoryBridgeHost.walletId))
  }

  @Test func userCanDeclineAndWalletCanFail() async throws {
    let host = try InMemoryBridgeHost()
    let wallets = signedIn(host)
    host.user = .declines
    await #expect(throws: NEARError.rejected) { try await wallets.sendNEAR(to: "bob.near", amountYocto: "1") }
    await #expect(throws: NEARError.cancelled) { try await wallets.signIn() }
    host.user = .hasFailingWallet("no gas")
    let error = await #expect(throws: NEARError.self) {
      try await wallets.sendNEAR(to: "bob.near", amountYocto: "1")
    }
    #expect(error?.code == .walletFailed)
    #expect(wallets.lastError?.contains("no gas") == true)
    host.user = .approves
    #expect(try await wallets.sendNEAR(to: "bob.near", amountYocto: "1").isChecked)
    #expect(wallets.lastError == nil)
  }

  @Test func userCanLeaveRequestOpen() async throws {
    let host = try InMemoryBridgeHost()
    let wallets = signedIn(host)
    host.user = .waits
    let waiting = Task { try await wallets.signMessage(message: "hello", recipient: "app.near") }
    while host.requests.isEmpty { await Task.yield() }
    #expect(wallets.isBusy)
    #expect(wallets.showWalletUI)
    wallets.showWalletUI = false
    await #expect(throws: NEARError.cancelled) { try await waiting.value }
  }

  @Test func walletHasConfiguredFeatures() async throws {
    let host = try InMemoryBridgeHost(features: [.signAndSendTransaction])
    let wallets = NEARWalletManager(inMemory: host)
    let result = try await wallets.connectAndSignMessage(message: "hello", recipient: "app.near")
    #expect(result.signedMessage == nil)
    await #expect(throws: NEARError(code: .unsupportedByWallet, reason: "")) {
      try await wallets.signMessage(message: "hello", recipient: "app.near")
    }
  }

  @Test func chainAnswersQueries() async throws {
    let host = try InMemoryBridgeHost()
    let wallets = signedIn(host)
    #expect(try await wallets.viewAccount().amount == NEARAmount(parsing: "10"))
    host.balance = .zero
    #expect(try await wallets.viewAccount().amount == .zero)
    #expect(try await wallets.viewAccessKeys().keys.map(\.publicKeyText) == [host.publicKey])
    #expect(try await wallets.viewAccessKey(host.publicKey).permission == .fullAccess)
    host.setResult("[1]", of: "list", on: "app.near")
    #expect(
      try await wallets.viewFunction(contractId: "app.near", methodName: "list").bytes == Array("[1]".utf8))
    await #expect(throws: NEARError(code: .noContract, reason: "")) {
      try await wallets.viewFunction(contractId: "app.near", methodName: "other")
    }
    await #expect(throws: NEARError(code: .unknownAccount, reason: "")) {
      try await wallets.viewAccount("bob.near")
    }
  }

  @Test func chainCanFailOrBeUnreachable() async throws {
    let host = try InMemoryBridgeHost()
    let wallets = signedIn(host)
    host.chain = .fails
    await #expect(throws: NEARError(code: .transactionFailed, reason: "")) {
      try await wallets.sendNEAR(to: "bob.near", amountYocto: "1")
    }
    host.chain = .isUnreachable
    #expect(try await !wallets.sendNEAR(to: "bob.near", amountYocto: "1").isChecked)
    await #expect(throws: NEARError(code: .rpcUnavailable, reason: "")) { try await wallets.viewAccount() }
  }

  @Test func malformedAccountIsRefused() {
    #expect(throws: NEARError(code: .malformedAccountID, reason: "")) {
      try InMemoryBridgeHost(accountId: "Not An Account")
    }
  }

  // MARK: Values for tests of apps

  @Test func resultsCanBeCreated() throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")
    #expect(account.displayName == "alice.near")
    let signed = MessageSignResult(
      accountId: "alice.near", publicKey: "ed25519:x", signature: "AAAA", message: "hi",
      recipient: "app.near",
      nonce: [1])
    #expect(SignInResult(account: account, signed: signed).signedMessage == "AAAA")
    #expect(TransactionResult(transactionHashes: ["a"], rawResult: nil, isChecked: true).isChecked)
    #expect(!TransactionResult(transactionHashes: ["a"], rawResult: nil).isChecked)
    #expect(DelegateActionResult([]).signedDelegateActions.isEmpty)
  }
}
