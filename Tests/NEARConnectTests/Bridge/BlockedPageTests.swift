import Encodings
import NEAR
import Testing

@testable import NEARConnect

/// A page that answers nothing, with calls of several wallets in it.
@MainActor struct BlockedPageTests {
  private let host = TestHost()
  private let bridge: WalletBridge

  init() {
    bridge = WalletBridge(host: host, timeLimit: .seconds(60)) {
      WalletBridge.Start(
        page: BridgePage(
          baseURL: "https://app.example/", storeName: "test", nonce: "", appSchemes: [], allowsLoopback: false
        ),
        arguments: [:])
    }
    host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    bridge.load()
  }

  private func wallet(_ id: String) throws -> NEARWallet {
    try #require(WalletEntry.wallet(TestScene.entry(id, ["signMessage"])))
  }

  /// Asks a wallet, and waits until the page has begun with it.
  private func ask(_ id: String) async throws -> Task<JSONValue, any Error> {
    let wallet = try wallet(id)
    let before = host.calls.count
    let task = Task { try await bridge.call("signMessage", of: wallet, timeLimit: .seconds(60)) }
    try await eventually("\(id) is asked") {
      host.calls.dropFirst(before).contains { $0.name == "signMessage" }
    }
    return task
  }

  @Test func callThatBlockedThePageFailsAndThePageIsRestarted() async throws {
    let blocked = try await ask("blocks")
    host.isBlocked = true
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    host.reply = { _, _ in .value("answered") }
    #expect(try await bridge.call("signMessage", of: try wallet("other")) == "answered")
    #expect(host.loads.count == 2)
  }

  @Test func errorNamesTheWallet() async throws {
    let blocked = try await ask("blocks")
    host.isBlocked = true
    do {
      _ = try await blocked.value
      Issue.record("a blocked page answered")
    } catch let error as NEARError {
      #expect(error.reason.contains("The blocks wallet"))
    }
  }

  @Test func callsOfOtherWalletsEndAsIfThePageHadDied() async throws {
    let innocent = try await ask("innocent")
    let blocked = try await ask("blocks")
    host.isBlocked = true
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    await #expect(throws: NEARError.bridgeTerminated) { try await innocent.value }
  }

  @Test func callThatThePageHadNotBegunIsMadeOnTheNextPage() async throws {
    let blocked = try await ask("blocks")
    host.isBlocked = true
    host.reply = { _, _ in .value("answered") }
    let late = Task { try await bridge.call("signMessage", of: try wallet("late"), timeLimit: .seconds(60)) }
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    #expect(try await late.value == "answered")
  }

  /// Another page that blocks at the same time, or later, is the clock of this test.
  @Test func pageThatWaitsForADialogIsNotTakenForABlockedOne() async throws {
    let asking = try await ask("asks")
    host.onEvent?(.dialogShown)
    host.isBlocked = true
    let other = BlockedPageTests()
    let blocked = try await other.ask("blocks")
    other.host.isBlocked = true
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    #expect(host.loads.count == 1)
    host.isBlocked = false
    host.say(["id": .integer(try #require(host.waiting("signMessage"))), "value": "answered"])
    #expect(try await asking.value == "answered")
  }

  @Test func suspendedPageIsNotTakenForABlockedOne() async throws {
    let asking = try await ask("asks")
    host.isSuspended = true
    host.isBlocked = true
    let other = BlockedPageTests()
    let blocked = try await other.ask("blocks")
    other.host.isBlocked = true
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    #expect(host.loads.count == 1)
    host.say(["id": .integer(try #require(host.waiting("signMessage"))), "value": "answered"])
    #expect(try await asking.value == "answered")
  }

  @Test func pageThatAnswersIsNotRestarted() async throws {
    let waiting = try await ask("patient")
    try await eventually("it is asked whether it runs") { host.beats > 1 }
    #expect(host.loads.count == 1)
    waiting.cancel()
    _ = try? await waiting.value
  }
}
