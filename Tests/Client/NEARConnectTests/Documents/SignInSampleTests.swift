import NEARConnect
import Testing

@MainActor struct SignInSampleTests {
  @Test func userSignsInAndPays() async throws {
    let host = try InMemoryBridgeHost(accountId: "alice.testnet")
    let wallets = NEARWalletManager(inMemory: host)
    let result = try await wallets.connectAndSignMessage(message: "Sign in", recipient: "app.testnet")
    #expect(result.account.accountId == "alice.testnet")
    #expect(result.publicKey == host.publicKey)
    #expect(try await wallets.sendNEAR(to: "bob.testnet", amountYocto: "1").isChecked)
  }

  @Test func userDeclines() async throws {
    let host = try InMemoryBridgeHost()
    host.user = .declines
    let wallets = NEARWalletManager(inMemory: host)
    await #expect(throws: NEARError.rejected) {
      try await wallets.signIn(walletId: InMemoryBridgeHost.walletId)
    }
    #expect(host.requests.map(\.name) == ["signIn"])
  }
}
