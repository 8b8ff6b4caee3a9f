import Encodings
import NEARConnect
import Testing

/// Sign-out, and the operations that an app awaits before it quits.
@MainActor struct SignOutTests {
  private static let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")

  private func signOuts(_ scene: TestScene) -> [String] {
    scene.host.calls.filter { $0.name == "signOut" }.compactMap { $0.arguments["walletId"]?.string }
  }

  /// A scene whose wallets answer a sign-out only when the test sends the answer.
  private func slowScene() throws -> TestScene {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      if call == "signOut" { return .nothing }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    return scene
  }

  @Test func signOutReturnsAfterWalletIsNotified() async throws {
    let scene = try slowScene()
    let finished = Flag()
    let leaving = Task {
      try await scene.manager.signOut()
      finished.value = true
    }
    try await scene.settle { scene.host.waiting("signOut") != nil }
    #expect(!scene.manager.isSignedIn)
    for _ in 0..<100 { await Task.yield() }
    #expect(!finished.value)
    scene.host.send(["id": .integer(try #require(scene.host.waiting("signOut"))), "value": .null])
    try await leaving.value
    #expect(signOuts(scene) == ["both"])
  }

  @Test func signOutAwaitsEarlierDisconnect() async throws {
    let scene = try slowScene()
    scene.manager.disconnect()
    let finished = Flag()
    let leaving = Task {
      try await scene.manager.signOut()
      finished.value = true
    }
    try await scene.settle { scene.host.waiting("signOut") != nil }
    for _ in 0..<100 { await Task.yield() }
    #expect(!finished.value)
    scene.host.send(["id": .integer(try #require(scene.host.waiting("signOut"))), "value": .null])
    try await leaving.value
    #expect(signOuts(scene) == ["both"])
  }

  @Test func signOutThrowsErrorOfWallet() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { call, _ in call == "signOut" ? .failure("no") : .value(.null) }
    await #expect(throws: NEARError(code: .walletFailed, reason: "")) { try await scene.manager.signOut() }
    #expect(!scene.manager.isSignedIn)
    #expect(scene.accounts.account(on: .mainnet) == nil)
    // The wallet was notified once, so no sign-out remains.
    try await scene.manager.signOut()
  }

  @Test(arguments: ["Method not found", "wallet.signOut is not a function"])
  func walletWithoutSignOutIsNoFailure(message: String) async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { call, _ in call == "signOut" ? .failure(message) : .value(.null) }
    try await scene.manager.signOut()
    #expect(signOuts(scene) == ["both"])
    #expect(!scene.manager.isSignedIn)
  }

  @Test func cancelledSignOutEnds() async throws {
    let scene = try slowScene()
    let leaving = Task { try await scene.manager.signOut() }
    try await scene.settle { scene.host.waiting("signOut") != nil }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
  }

  @Test func walletIsNotifiedOnceFailedPageIsReady() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { _, _ in .failure("The wallet library could not be loaded") }
    scene.manager.disconnect()
    try await scene.settle { scene.host.loads.count == 1 && scene.manager.lastError != nil }
    scene.host.reply = { _, _ in .value(.null) }
    scene.manager.retry()
    try await scene.settle { signOuts(scene) == ["both"] }
  }

  @Test func connectingSecondWalletSignsOutOfFirst() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    try await scene.manager.signIn(walletId: "signs")
    #expect(scene.manager.currentAccount?.walletId == "signs")
    try await scene.settle { signOuts(scene) == ["both"] }
    _ = try await scene.manager.connectAndSignMessage(message: "hi", recipient: "app.near", walletId: "both")
    try await scene.settle { signOuts(scene) == ["both", "signs"] }
    #expect(scene.manager.currentAccount?.walletId == "both")
    #expect(scene.accounts.account(on: .mainnet)?.walletId == "both")
  }

  @Test func reconnectingWalletDoesNotSignOut() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    try await scene.manager.signIn(walletId: "both")
    try await scene.manager.signOut()
    #expect(signOuts(scene) == ["both"])
    #expect(scene.host.calls.map(\.name).filter { $0.hasPrefix("sign") } == ["signIn", "signOut"])
  }

  @Test func failedConnectionKeepsFirstWallet() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { call, _ in call == "signIn" ? .failure("User rejected") : .value(.null) }
    await #expect(throws: NEARError.rejected) { try await scene.manager.signIn(walletId: "signs") }
    #expect(scene.manager.currentAccount == Self.account)
    #expect(signOuts(scene).isEmpty)
  }
}

@MainActor private final class Flag {
  var value = false
}
