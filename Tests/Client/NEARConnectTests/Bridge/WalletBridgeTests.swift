import DesktopLoops
import Encodings
import NEAR
import Testing

@testable import NEARConnect

@MainActor struct WalletBridgeTests {
  private let host = TestHost()

  private func bridge(
    timeLimit: Duration = .seconds(15),
    prepare: @escaping @MainActor () async -> Void = {}
  ) -> WalletBridge {
    WalletBridge(host: host, timeLimit: timeLimit) {
      await prepare()
      return WalletBridge.Start(
        page: BridgePage(
          baseURL: "https://app.example/", storeName: "test", nonce: "", appSchemes: [], allowsLoopback: false
        ),
        arguments: [:])
    }
  }

  @Test func pageTimeLimitIncludesListOfWallets() async throws {
    let bridge = bridge(timeLimit: .milliseconds(20)) { try? await Task.sleep(for: .seconds(60)) }
    bridge.load()
    try await eventually("it has failed") { if case .failed = bridge.state { true } else { false } }
    #expect(host.loads.isEmpty)
  }

  @Test func callerOfReplacedPageWaitsForNextPage() async throws {
    let bridge = bridge()
    var deaths = 0
    bridge.onStateChange = { [host] state in
      guard state == .ready, deaths == 0 else { return }
      deaths += 1
      host.onEvent?(.terminated)
    }
    bridge.load()
    _ = try await bridge.call("signOut")
    #expect(host.calls.map(\.name) == ["start", "start", "signOut"])
  }

  @Test func malformedAnswerEndsItsCall() async throws {
    host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    let bridge = bridge()
    bridge.load()
    for nonsense in [
      #""\ud83d""#, String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
      #"{"a":1,"a":2}"#, "\"" + String(repeating: "a", count: 16 << 20) + "\"", "",
    ] {
      let before = host.calls.count
      let calling = Task { try await bridge.call("signMessage") }
      try await eventually("the call waits") {
        host.calls.dropFirst(before).contains { $0.name == "signMessage" }
      }
      let id = try #require(host.waiting("signMessage"))
      host.onEvent?(.message(#"{"id":\#(id),"value":\#(nonsense)}"#))
      await #expect(throws: NEARError(code: .malformedWalletAnswer, reason: "")) { try await calling.value }
    }
  }

  /// The page may not have started the wallet's code.
  @Test(arguments: ["cancelled", "timed out", "dismissed", "loaded anew"])
  func pageIsNotifiedOfEndedCalls(_ end: String) async throws {
    host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    let bridge = bridge()
    bridge.load()
    let calling = Task {
      try await bridge.call("signMessage", timeLimit: end == "timed out" ? .milliseconds(20) : .seconds(60))
    }
    try await eventually("the call waits") { host.waiting("signMessage") != nil }
    let id = try #require(host.waiting("signMessage"))
    switch end {
    case "cancelled": calling.cancel()
    case "dismissed": bridge.dismiss()
    case "loaded anew": bridge.load()
    default: break
    }
    _ = try? await calling.value
    let withdrawal = try #require(host.calls.first { $0.name == "withdraw" })
    #expect(withdrawal.arguments == ["ids": [.integer(id)]])
  }

  @Test func windowThatOpensWithoutWaitingCallIsClosed() async throws {
    host.reply = { call, _ in call == "signMessage" ? .nothing : .value(.null) }
    let bridge = bridge()
    bridge.load()
    let calling = Task { try await bridge.call("signMessage") }
    try await eventually("the call waits") { host.waiting("signMessage") != nil }
    let before = host.closedPopups
    host.onEvent?(.popupsChanged(1))
    for _ in 0..<10 { await Task.yield() }
    #expect(host.closedPopups == before)
    calling.cancel()
    _ = try? await calling.value
    host.onEvent?(.popupsChanged(1))
    try await eventually("the window is closed") { host.closedPopups > before }
  }
}
