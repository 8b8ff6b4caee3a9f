import Encodings
import NEARConnect
import Testing

@MainActor struct ChainQueryTests {
  private func scene(_ result: String, account: NEARAccount? = nil) throws -> TestScene {
    try TestScene(
      accounts: account.map { [.mainnet: $0] } ?? [:], rpc: { TestNode.answer($0, result: result) })
  }

  private static let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")

  @Test func accountIsQueriedWithExactAmount() async throws {
    let view = #"""
      {"amount":"12500000000000000000000001","locked":"0","code_hash":"11111111111111111111111111111111",
      "storage_usage":182,\#(TestNode.block)}
      """#
    let scene = try scene(view, account: Self.account)
    let account = try await scene.manager.viewAccount()
    #expect(account.amount.yoctoText == "12500000000000000000000001")
    #expect(try await scene.manager.viewAccount("bob.near").storageUsage == 182)
  }

  @Test func viewFunctionSendsArgumentsAsJSON() async throws {
    let scene = try scene(#"{"result":[52,50],"logs":["counted"],\#(TestNode.block)}"#)
    let view = try await scene.manager.viewFunction(
      contractId: "app.near", methodName: "count", args: ["a": 1])
    #expect(view.bytes == Array("42".utf8))
    #expect(view.logs == ["counted"])
  }

  @Test func keysAndTransactionsAreQueried() async throws {
    let key = try TestWallet().publicKey
    let keys = try scene(
      #"{"keys":[{"public_key":"\#(key)","access_key":{"nonce":1,"permission":"FullAccess"}}],\#(TestNode.block)}"#,
      account: Self.account)
    #expect(try await keys.manager.viewAccessKeys().keys.first?.publicKeyText == key)
    let one = try scene(#"{"nonce":7,"permission":"FullAccess",\#(TestNode.block)}"#, account: Self.account)
    #expect(try await one.manager.viewAccessKey(key).nonce == 7)
  }

  @Test func queryWithoutSignedInAccountNeedsAccountId() async throws {
    let scene = try scene("{}")
    await #expect(throws: NEARError.notSignedIn) { try await scene.manager.viewAccount() }
    await #expect(throws: NEARError(code: .malformedAccountID, reason: "")) {
      try await scene.manager.viewAccount("Not An Account")
    }
  }
}
