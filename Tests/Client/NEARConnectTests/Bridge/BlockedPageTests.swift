import DesktopLoops
import Encodings
import NEAR
import Testing

@testable import NEARConnect

/// A page that does not answer while calls of several wallets wait in it.
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

  /// Calls a wallet and waits until the page has started the call.
  private func call(_ id: String) async throws -> Task<JSONValue, any Error> {
    let wallet = try wallet(id)
    let before = host.calls.count
    let task = Task { try await bridge.call("signMessage", of: wallet, timeLimit: .seconds(60)) }
    try await eventually("\(id) is called") {
      host.calls.dropFirst(before).contains { $0.name == "signMessage" }
    }
    return task
  }

  @Test func callThatBlockedPageFailsAndPageIsRestarted() async throws {
    let blocked = try await call("blocks")
    host.isBlocked = true
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    host.reply = { _, _ in .value("answered") }
    #expect(try await bridge.call("signMessage", of: try wallet("other")) == "answered")
    #expect(host.loads.count == 2)
  }

  @Test func errorNamesBlockingWallet() async throws {
    let blocked = try await call("blocks")
    host.isBlocked = true
    do {
      _ = try await blocked.value
      Issue.record("a blocked page answered")
    } catch let error as NEARError {
      #expect(error.reason.contains("The blocks wallet"))
    }
  }

  @Test func callsOfOtherWalletsEndWithBridgeTerminated() async throws {
    let innocent = try await call("innocent")
    let blocked = try await call("blocks")
    host.isBlocked = true
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    await #expect(throws: NEARError.bridgeTerminated) { try await innocent.value }
  }

  @Test func callNotStartedByPageIsRepeatedOnNextPage() async throws {
    let blocked = try await call("blocks")
    host.isBlocked = true
    host.reply = { _, _ in .value("answered") }
    let late = Task { try await bridge.call("signMessage", of: try wallet("late"), timeLimit: .seconds(60)) }
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    #expect(try await late.value == "answered")
  }

  /// The test measures time by a second page that blocks at the same time or later.
  @Test func pageWithOpenDialogIsNotReportedAsBlocked() async throws {
    let asking = try await call("asks")
    host.onEvent?(.dialogShown)
    host.isBlocked = true
    let other = BlockedPageTests()
    let blocked = try await other.call("blocks")
    other.host.isBlocked = true
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    #expect(host.loads.count == 1)
    host.isBlocked = false
    host.send(["id": .integer(try #require(host.waiting("signMessage"))), "value": "answered"])
    #expect(try await asking.value == "answered")
  }

  @Test func suspendedPageIsNotReportedAsBlocked() async throws {
    let asking = try await call("asks")
    host.isSuspended = true
    host.isBlocked = true
    let other = BlockedPageTests()
    let blocked = try await other.call("blocks")
    other.host.isBlocked = true
    await #expect(throws: NEARError(code: .walletUnresponsive, reason: "")) { try await blocked.value }
    #expect(host.loads.count == 1)
    host.send(["id": .integer(try #require(host.waiting("signMessage"))), "value": "answered"])
    #expect(try await asking.value == "answered")
  }

  @Test func pageThatAnswersIsNotRestarted() async throws {
    let waiting = try await call("patient")
    try await eventually("the heartbeat asks the page") { host.beats > 1 }
    #expect(host.loads.count == 1)
    waiting.cancel()
    _ = try? await waiting.value
  }
}
