import DesktopLoops
import Encodings
import NEARConnect
import Testing

/// Failures that a user can retry if the page is visible.
@MainActor struct FailureRetryTests {
  /// A scene with a waiting request whose wallet could not be loaded.
  private func scene(presentsPage: Bool) async throws -> (TestScene, UInt64, Task<SignInResult, any Error>) {
    let scene = try TestScene()
    scene.host.presentsPage = presentsPage
    scene.host.reply = { call, _ in call == "signIn" ? .nothing : .value(.null) }
    let connecting = Task { try await scene.manager.signIn(walletId: "signs") }
    try await scene.settle { scene.host.waiting("signIn") != nil }
    let id = try #require(scene.host.waiting("signIn"))
    scene.host.send([
      "event": "unavailable", "id": .integer(id), "reason": "its server answered with the status 404",
    ])
    return (scene, id, connecting)
  }

  @Test func requestEndsAtOnceIfPageIsNotVisible() async throws {
    let (scene, id, connecting) = try await scene(presentsPage: false)
    await #expect(throws: NEARError(code: .walletUnavailable, reason: "")) { try await connecting.value }
    #expect(scene.host.calls.contains { $0.name == "withdraw" && $0.arguments == ["ids": [.integer(id)]] })
    #expect(scene.manager.lastError?.hasPrefix("The signs wallet could not be loaded: its server") == true)
  }

  @Test func retryContinuesRequest() async throws {
    let (scene, id, connecting) = try await scene(presentsPage: true)
    #expect(scene.manager.showWalletUI)
    #expect(scene.manager.lastError?.hasPrefix("The signs wallet could not be loaded") == true)
    scene.host.send(["event": "stage", "id": .integer(id), "stage": "began"])
    scene.host.send(["id": .integer(id), "value": [try scene.wallet.account]])
    #expect(try await connecting.value.account.accountId == "alice.near")
  }

  @Test func cancelEndsRequestWithFailure() async throws {
    let (scene, _, connecting) = try await scene(presentsPage: true)
    scene.manager.showWalletUI = false
    await #expect(throws: NEARError(code: .walletUnavailable, reason: "")) { try await connecting.value }
  }

  @Test func cancelAfterRetryIsACancellation() async throws {
    let (scene, id, connecting) = try await scene(presentsPage: true)
    scene.host.send(["event": "stage", "id": .integer(id), "stage": "began"])
    scene.manager.showWalletUI = false
    await #expect(throws: NEARError.cancelled) { try await connecting.value }
  }

  @Test func signOutIsNotRetried() async throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "signs")
    let scene = try TestScene(accounts: [.mainnet: account])
    scene.host.presentsPage = true
    scene.host.reply = { call, _ in call == "signOut" ? .nothing : .value(.null) }
    let signingOut = Task { try await scene.manager.signOut() }
    try await scene.settle { scene.host.waiting("signOut") != nil }
    let id = try #require(scene.host.waiting("signOut"))
    scene.host.send(["event": "unavailable", "id": .integer(id), "reason": "gone"])
    await #expect(throws: NEARError(code: .walletUnavailable, reason: "")) { try await signingOut.value }
    #expect(!scene.manager.showWalletUI)
  }

  /// A page that could not be started, with a request that waits for the page.
  private func failedPage(presentsPage: Bool) async throws -> (TestScene, Task<SignInResult, any Error>) {
    let scene = try TestScene()
    scene.host.presentsPage = presentsPage
    scene.host.reply = { call, _ in call == "start" ? .failure("no library") : .value(.null) }
    let connecting = Task { try await scene.manager.signIn(walletId: "signs") }
    try await scene.settle { scene.manager.lastError != nil }
    return (scene, connecting)
  }

  @Test func failedPageIsShownAndRetried() async throws {
    let (scene, connecting) = try await failedPage(presentsPage: true)
    #expect(scene.manager.showWalletUI)
    #expect(scene.manager.isBusy)
    scene.host.reply = { [wallet = scene.wallet] call, arguments in
      (try? TestScene.answer(call, arguments, wallet)) ?? .failure("")
    }
    scene.manager.retry()
    #expect(try await connecting.value.account.walletId == "signs")
  }

  @Test func failedPageEndsRequestAtOnceIfNotVisible() async throws {
    let (scene, connecting) = try await failedPage(presentsPage: false)
    await #expect(throws: NEARError(code: .bridgeFailed, reason: "")) { try await connecting.value }
    #expect(!scene.manager.showWalletUI)
  }

  @Test func changingNetworkEndsRequestForFailedPage() async throws {
    let (scene, connecting) = try await failedPage(presentsPage: true)
    scene.manager.network = .testnet
    await #expect(throws: NEARError.self) { try await connecting.value }
    #expect(!scene.host.calls.contains { $0.name == "signIn" })
  }

  // MARK: Window

  @Test func requestThatNeedsNoUserShowsNoWindow() async throws {
    let scene = try TestScene()
    scene.host.asksUser = false
    try await scene.manager.signIn(walletId: "signs")
    #expect(!scene.manager.showWalletUI)
    scene.host.reply = { _, _ in .nothing }
    let signing = Task { try await scene.manager.signMessage(message: "hello", recipient: "app.near") }
    try await scene.settle { scene.host.waiting("signMessage") != nil }
    #expect(!scene.manager.showWalletUI)
    let id = try #require(scene.host.waiting("signMessage"))
    scene.host.send(["event": "stage", "id": .integer(id), "stage": "running"])
    #expect(!scene.manager.showWalletUI)
    scene.host.send(["event": "stage", "id": .integer(id), "stage": "asking"])
    #expect(scene.manager.showWalletUI)
    signing.cancel()
    _ = try? await signing.value
    #expect(!scene.manager.showWalletUI)
  }

  @Test func longRequestShowsWindow() async throws {
    let scene = try TestScene()
    scene.host.asksUser = false
    scene.host.reply = { call, _ in call == "signIn" ? .nothing : .value(.null) }
    let connecting = Task { try await scene.manager.signIn(walletId: "signs") }
    try await eventually("the window is shown") { scene.manager.showWalletUI }
    connecting.cancel()
    _ = try? await connecting.value
    #expect(!scene.manager.showWalletUI)
  }

  @Test func reportOfEndedCallShowsNoWindow() async throws {
    let scene = try TestScene()
    try await scene.manager.signIn(walletId: "signs")
    let id = try #require(scene.host.waiting("signIn"))
    scene.host.send(["event": "stage", "id": .integer(id), "stage": "asking"])
    scene.host.send(["event": "stage", "id": 9999, "stage": "window"])
    scene.host.send(["event": "unavailable", "id": 9999, "reason": "gone"])
    scene.host.send(["event": "stage", "id": .integer(id), "stage": "unknown"])
    #expect(!scene.manager.showWalletUI)
    #expect(scene.manager.lastError == nil)
  }
}
