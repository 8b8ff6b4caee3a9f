import NEARConnect
import Testing

@MainActor struct InMemoryHostSampleTests {
  /// The sample in the documentation of `InMemoryBridgeHost`.
  @Test func userSignsInAndDeclinesToPay() async throws {
    let host = try InMemoryBridgeHost(accountId: "alice.testnet")
    let wallets = NEARWalletManager(inMemory: host)
    let result = try await wallets.connectAndSignMessage(message: "Sign in", recipient: "app.near")
    #expect(result.account.accountId == "alice.testnet")

    host.user = .declines
    await #expect(throws: NEARError.rejected) {
      try await wallets.sendNEAR(to: "bob.testnet", amountYocto: "1")
    }
  }
}
