import Doorward
import DoorwardHTTP
import DoorwardNEAR
import DoorwardSystem
import Encodings
import NEARConnect
import Testing

/// The manager logs its operations and none of their content.
@MainActor struct LoggingTests {
  private let lines = Monitor<[String]>([])

  private func scene() throws -> TestScene {
    let lines = lines
    let scene = try TestScene(
      accounts: [.mainnet: NEARAccount(accountId: "alice.near", publicKey: nil, walletId: "both")],
      configure: {
        $0.logger = WalletLogger { level, message in lines.withLock { $0.append("\(level): \(message)") } }
      })
    return scene
  }

  private var logged: String { lines.withLock { $0.joined(separator: "\n") } }

  @Test func requestsAndTheirOutcomesAreLogged() async throws {
    let scene = try scene()
    _ = try await scene.manager.signMessage(message: "a secret text", recipient: "app.near")
    scene.host.reply = { _, _ in .failure("what the secret text said") }
    await #expect(throws: NEARError.self) {
      try await scene.manager.signMessage(message: "a secret text", recipient: "app.near")
    }
    #expect(logged.contains("info: The wallet page is ready"))
    #expect(logged.contains("signMessage: asking the wallet both"))
    #expect(logged.contains("signMessage: the wallet both answered"))
    #expect(logged.contains("signMessage: the wallet both failed with wallet_failed"))
    #expect(!logged.contains("secret"))
    #expect(!logged.contains("alice"))
    #expect(!logged.contains("app.near"))
  }

  @Test func failuresOfPageAndSignOutAreLogged() async throws {
    let scene = try scene()
    scene.host.reply = { call, _ in call == "start" ? .value(.null) : .failure("no") }
    await #expect(throws: NEARError.self) { try await scene.manager.signOut() }
    #expect(logged.contains("warning: Signing out of the wallet both failed: wallet_failed."))
    scene.host.onEvent?(.loadFailed("no display"))
    #expect(logged.contains("error: The wallet page failed"))
    #expect(logged.contains("no display"))
  }

  @Test func messagesCanGoToSDKLogger() {
    let lines = lines
    let logger = WalletLogger(
      DoorwardLogger { level, message in lines.withLock { $0.append("\(level) \(message)") } })
    for level in WalletLogger.Level.allCases { logger.handler(level, "x") }
    #expect(lines.withLock { $0 } == ["debug x", "info x", "warning x", "error x"])
  }
}
