import Encodings
import NEARConnect
import Testing

/// Signing out, and what an app can await before it quits.
@MainActor struct SignOutTests {
  private static let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")

  private func signOuts(_ scene: TestScene) -> [String] {
    scene.host.calls.filter { $0.name == "signOut" }.compactMap { $0.arguments["walletId"]?.string }
  }

  /// A scene whose wallets do not answer that they have been signed out of until they are told to.
  private func slowScene() throws -> TestScene {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      if call == "signOut" { return .nothing }
      return (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    return scene
  }

  @Test func signOutReturnsWhenTheWalletHasBeenTold() async throws {
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
    scene.host.say(["id": .integer(try #require(scene.host.waiting("signOut"))), "value": .null])
    try await leaving.value
    #expect(signOuts(scene) == ["both"])
  }

  @Test func signOutAwaitsAnEarlierDisconnect() async throws {
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
    scene.host.say(["id": .integer(try #require(scene.host.waiting("signOut"))), "value": .null])
    try await leaving.value
    #expect(signOuts(scene) == ["both"])
  }

  @Test func signOutThrowsWhatTheWalletFailedWith() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { call, _ in call == "signOut" ? .failure("no") : .value(.null) }
    await #expect(throws: NEARError(code: .walletFailed, reason: "")) { try await scene.manager.signOut() }
    #expect(!scene.manager.isSignedIn)
    #expect(scene.accounts.account(on: .mainnet) == nil)
    // It has been tried, and there is nothing left to sign out of.
    try await scene.manager.signOut()
  }

  @Test func cancelledSignOutEnds() async throws {
    let scene = try slowScene()
    let leaving = Task { try await scene.manager.signOut() }
    try await scene.settle { scene.host.waiting("signOut") != nil }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
  }

  @Test func walletIsToldOnceAFailedPageIsReady() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    scene.host.reply = { _, _ in .failure("The wallet library could not be loaded") }
    scene.manager.disconnect()
    try await scene.settle { scene.host.loads.count == 1 && scene.manager.lastError != nil }
    scene.host.reply = { _, _ in .value(.null) }
    scene.manager.retry()
    try await scene.settle { signOuts(scene) == ["both"] }
  }

  @Test func connectingASecondWalletSignsTheFirstOut() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    try await scene.manager.signIn(walletId: "signs")
    #expect(scene.manager.currentAccount?.walletId == "signs")
    try await scene.settle { signOuts(scene) == ["both"] }
    _ = try await scene.manager.connectAndSignMessage(message: "hi", recipient: "app.near", walletId: "both")
    try await scene.settle { signOuts(scene) == ["both", "signs"] }
    #expect(scene.manager.currentAccount?.walletId == "both")
    #expect(scene.accounts.account(on: .mainnet)?.walletId == "both")
  }

  @Test func connectingTheSameWalletAgainDoesNotSignItOut() async throws {
    let scene = try TestScene(accounts: [.mainnet: Self.account])
    try await scene.manager.signIn(walletId: "both")
    try await scene.manager.signOut()
    #expect(signOuts(scene) == ["both"])
    #expect(scene.host.calls.map(\.name).filter { $0.hasPrefix("sign") } == ["signIn", "signOut"])
  }

  @Test func failedConnectionKeepsTheFirstWallet() async throws {
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
