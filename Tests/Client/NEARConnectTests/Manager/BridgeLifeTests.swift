import Encodings
import Foundation
import NEARConnect
import Testing

@MainActor struct BridgeLifeTests {
  /// A scene with a signed-in account and a message that waits in a wallet that never answers.
  private func waitingScene() async throws -> (TestScene, Task<MessageSignResult, any Error>) {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "signs")
    let scene = try TestScene(accounts: [.mainnet: account])
    scene.host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    try await scene.settle { scene.manager.isBridgeReady }
    let waiting = Task { try await scene.manager.signMessage(message: "hello", recipient: "app.near") }
    try await scene.settle { scene.host.waiting("signMessage") != nil }
    return (scene, waiting)
  }

  @Test func closingWindowEndsWaitingOperation() async throws {
    let (scene, waiting) = try await waitingScene()
    scene.manager.showWalletUI = false
    await #expect(throws: NEARError.cancelled) { try await waiting.value }
    #expect(!scene.manager.isBusy)
    #expect(scene.host.closedPopups > 0)
  }

  @Test func cancellingTaskEndsOperation() async throws {
    let (scene, waiting) = try await waitingScene()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(!scene.manager.showWalletUI)
    try await scene.settle { scene.host.waiting("dismiss") != nil }
  }

  @Test func answerAfterEndIsDropped() async throws {
    let (scene, waiting) = try await waitingScene()
    let id = try #require(scene.host.waiting("signMessage"))
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    scene.host.send(["id": .integer(id), "value": ["signature": "AAAA"]])
    scene.host.send(["id": .integer(id), "value": ["signature": "AAAA"]])
    #expect(scene.manager.currentAccount?.publicKey == nil)
  }

  @Test func answerEndsOnlyItsOwnCall() async throws {
    let (scene, first) = try await waitingScene()
    let second = Task { try await scene.manager.signMessage(message: "two", recipient: "app.near") }
    try await scene.settle { scene.host.calls.filter { $0.name == "signMessage" }.count == 2 }
    let calls = scene.host.calls.filter { $0.name == "signMessage" }
    let parameters = calls[1].arguments["messageParams"] ?? .null
    scene.host.send(["id": .integer(calls[1].id), "value": try scene.wallet.signed(parameters)])
    #expect(try await second.value.message == "two")
    scene.host.send(["id": .integer(UInt64.max), "value": "unrequested"])
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  @Test func malformedMessageIsIgnored() async throws {
    let scene = try TestScene()
    for text in [
      "", "{", "null", "[]", "7", "{\"id\":1}", "{\"id\":-1,\"value\":1}",
      String(repeating: "[", count: 5000),
    ] {
      scene.host.onEvent?(.message(text))
    }
    try await scene.settle { scene.manager.isBridgeReady }
  }

  @Test func terminationOfPageFailsWaitingCallsAndPageRestarts() async throws {
    let (scene, waiting) = try await waitingScene()
    scene.host.onEvent?(.terminated)
    await #expect(throws: NEARError.bridgeTerminated) { try await waiting.value }
    try await scene.settle { scene.manager.isBridgeReady }
    #expect(scene.host.loads.count == 2)
  }

  @Test func pageThatTerminatesRepeatedlyIsNotRestartedUntilNeeded() async throws {
    let scene = try TestScene()
    for _ in 0..<4 {
      try await scene.settle { scene.manager.isBridgeReady }
      scene.host.onEvent?(.terminated)
    }
    guard case .failed(let error) = scene.manager.bridgeState else {
      Issue.record("the state is \(scene.manager.bridgeState)")
      return
    }
    #expect(error.code == .bridgeFailed)
    scene.manager.retry()
    try await scene.settle { scene.manager.isBridgeReady }
  }

  @Test func everyCallHasATimeLimit() async throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "signs")
    let scene = try TestScene(accounts: [.mainnet: account]) { $0.operationTimeLimit = .milliseconds(20) }
    scene.host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    await #expect(throws: NEARError.timedOut) {
      try await scene.manager.signMessage(message: "hello", recipient: "app.near")
    }
  }

  @Test func pageThatNeverLoadsFailsAfterTimeLimit() async throws {
    let scene = try TestScene { $0.bridgeTimeLimit = .seconds(2) }
    scene.host.reply = { _, _ in .nothing }
    try await scene.settle {
      if case .failed = scene.manager.bridgeState { true } else { false }
    }
    #expect(scene.manager.lastError != nil)
    scene.host.reply = { _, _ in .value(.null) }
    scene.manager.retry()
    try await scene.settle { scene.manager.isBridgeReady }
  }

  @Test func libraryLoadFailureIsReported() async throws {
    let scene = try TestScene()
    scene.host.reply = { _, _ in .failure("The wallet library could not be loaded") }
    try await scene.settle {
      scene.manager.bridgeState == .failed(NEARError(code: .bridgeFailed, reason: ""))
    }
    #expect(scene.manager.lastError?.contains("could not be loaded") == true)
  }

  @Test func severalRequestsWaitAtOnceExceptInDevice() async throws {
    let (scene, first) = try await waitingScene()
    await #expect(throws: NEARError.operationInProgress) { try await scene.manager.signIn() }
    first.cancel()
    _ = try? await first.value

    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "device")
    let device = try TestScene(accounts: [.mainnet: account], transports: [.usb])
    device.host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    // The list of wallets identifies devices. Before it is loaded, every wallet may be a device.
    let waiting = Task { try await device.manager.signMessage(message: "one", recipient: "app.near") }
    try await device.settle { device.host.waiting("signMessage") != nil }
    await #expect(throws: NEARError.operationInProgress) {
      try await device.manager.signMessage(message: "two", recipient: "app.near")
    }
    waiting.cancel()
  }

  @Test func hundredConcurrentMessagesGetTheirOwnAnswers() async throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "signs")
    let scene = try TestScene(accounts: [.mainnet: account])
    scene.host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    try await scene.settle { scene.manager.isBridgeReady }
    let tasks = (0..<100).map { number in
      Task { try await scene.manager.signMessage(message: "message \(number)", recipient: "app.near") }
    }
    try await scene.settle { scene.host.calls.filter { $0.name == "signMessage" }.count == 100 }
    for call in scene.host.calls.filter({ $0.name == "signMessage" }).shuffled() {
      scene.host.send([
        "id": .integer(call.id), "value": try scene.wallet.signed(call.arguments["messageParams"] ?? .null),
      ])
    }
    for (number, task) in tasks.enumerated() { #expect(try await task.value.message == "message \(number)") }
    #expect(!scene.manager.isBusy)
  }

  @Test func pageIsReloadedAfterManyRequestsWhenIdle() async throws {
    let account = NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "signs")
    let scene = try TestScene(accounts: [.mainnet: account])
    for number in 0..<300 {
      let signed = try await scene.manager.signMessage(message: "message \(number)", recipient: "app.near")
      #expect(signed.message == "message \(number)")
    }
    #expect((2...4).contains(scene.host.loads.count))
    #expect(scene.manager.currentAccount != nil)
  }
}
