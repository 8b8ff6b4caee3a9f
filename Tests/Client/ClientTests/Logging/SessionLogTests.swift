import Doorward
import DoorwardTesting
import Foundation
import Synchronization
import Testing

/// The level `debug` says what a session does.
@MainActor struct SessionLogTests {
  /// The lines of a logger.
  private final class Lines: Sendable {
    private let lines = Mutex<[(DoorwardLogger.Level, String)]>([])

    var logger: DoorwardLogger {
      DoorwardLogger { level, line in self.lines.withLock { $0.append((level, line)) } }
    }
    var session: [String] {
      lines.withLock {
        $0.filter { $0.0 == .debug && $0.1.hasPrefix("Session: ") }.map { String($0.1.dropFirst(9)) }
      }
    }
    var all: String { lines.withLock { $0.map(\.1).joined(separator: "\n") } }
  }

  /// Whether these lines occur in this order.
  private func occur(_ expected: [String], in lines: [String]) -> Bool {
    var rest = lines[...]
    return expected.allSatisfy { line in
      guard let place = rest.firstIndex(of: line) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  @Test(.timeLimit(.minutes(1))) func eachStepOfASessionIsLogged() async throws {
    let (server, lines) = (DoorwardTestServer(), Lines())
    var configuration = server.configuration
    configuration.logger = lines.logger
    configuration.renewsAhead = false
    let doorward = Doorward(configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    server.advance(by: .seconds(16 * 60))
    _ = try await doorward.accessToken()
    try await doorward.signOut()
    let expected = [
      "a sign-in has its proof, also for an anonymous user.", "→ send the proof.", "the sign-in succeeded.",
      "→ write to the storage: signed in.", "the write to the storage succeeded.",
      "→ the state is now: signed in.", "→ answer a caller: signed in.", "a caller needs a token.",
      "→ ask the server for new tokens.", "the renewal of the tokens succeeded.",
      "→ answer a caller: signed in.", "sign out.", "→ the state is now: signed out.",
      "→ ask the server to end a session.", "the server has ended a session.",
      "→ answer a caller: signed out.",
    ]
    #expect(occur(expected, in: lines.session), "\(lines.session.joined(separator: "\n"))")
  }

  @Test(.timeLimit(.minutes(1))) func failureIsLoggedWithItsCode() async throws {
    let (server, lines) = (DoorwardTestServer(), Lines())
    var configuration = server.configuration
    configuration.logger = lines.logger
    let doorward = Doorward(configuration)
    try await doorward.siwe.login(with: TestEthereumWallet())
    await server.setOffline(true)
    server.advance(by: .seconds(16 * 60))
    _ = try? await doorward.accessToken()
    #expect(lines.session.contains("the renewal of the tokens failed: offline."))
    #expect(lines.session.contains("→ answer a caller: offline."))
  }

  @Test(.timeLimit(.minutes(1))) func noLineHasASecretOrAnIdentifier() async throws {
    let (server, lines) = (DoorwardTestServer(), Lines())
    var configuration = server.configuration
    configuration.logger = lines.logger
    let doorward = Doorward(configuration)
    var secrets = ["ada@example.com", "eleven purple boots swim", "Lovelace"]
    let outcome = try await doorward.password.signUp(
      email: "ada@example.com", password: "eleven purple boots swim", name: "Lovelace")
    guard case .verificationRequired(let challenge) = outcome else {
      Issue.record("The sign-up needs no code.")
      return
    }
    let code = try #require(await server.lastCode(to: "ada@example.com"))
    let state = try await doorward.code.verify(challenge, code: code).state
    secrets += [code, state.user?.id, state.user?.credential.accessToken].compactMap(\.self)
    server.advance(by: .seconds(16 * 60))
    secrets.append(try await doorward.accessToken())
    try await doorward.signOut(scope: .all)
    for request in await server.requests {
      secrets += request.headers.values.filter { $0.hasPrefix("Bearer ") }.map { String($0.dropFirst(7)) }
      let text = String(decoding: request.body ?? [], as: UTF8.self)
      secrets += text.split { "\"=&".contains($0) }.map(String.init).filter { $0.count >= 20 }
    }
    #expect(secrets.count > 10 && lines.session.count > 20)
    let found = secrets.filter { lines.all.contains($0) }
    #expect(found == [])
  }
}
