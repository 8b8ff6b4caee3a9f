import DoorwardHTTP
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation

/// A real server on a free loopback port, over a real database in a directory of its own.
struct TestServer: Sendable {
  let server: Server
  let configuration: ServerConfiguration
  let directory: TemporaryDirectory
  let clock: TestClock
  let log: TestLog

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - settings: members of a configuration file, over the test's own.
  ///   - directory: an existing data directory, to start again where another server stopped.
  ///   - clock: the time the server believes in.
  /// - Throws: what the server throws where it cannot start.
  init(
    _ settings: JSONObject = JSONObject(), in directory: TemporaryDirectory? = nil,
    clock: TestClock = TestClock()
  ) async throws {
    let directory = try directory ?? TemporaryDirectory()
    var members: JSONObject = [
      "listen": "127.0.0.1:0", "development": true, "data": .string(directory.path),
      // Nothing a test does may leave the machine: port 1 of loopback answers nobody.
      "near": ["mainnet": ["rpc": ["http://127.0.0.1:1"]], "testnet": ["rpc": ["http://127.0.0.1:1"]]],
    ]
    for member in settings { members[member.key] = member.value }
    let log = TestLog()
    self.directory = directory
    self.clock = clock
    self.log = log
    configuration = try ServerConfiguration(ConfigurationTree(file: members))
    server = try await Server.start(
      configuration,
      logger: Logger(threshold: .debug, clock: clock.wallClock) { log.append($0) }, clock: clock.wallClock)
  }

  var origin: String { "\(server.accountURL)" }
  var api: TestAPI { TestAPI(origin: origin) }
  /// The same API by the address that was bound, where the public URL is another.
  var listening: TestAPI { TestAPI(origin: "http://\(server.accountAddress)") }

  /// The wallet origin, by the address that was bound.
  var wallets: TestAPI { TestAPI(origin: "http://\(server.walletAddress)") }

  /// What the operator does at the command line beside the running server.
  func administer<Value>(_ body: (Administration) async throws -> Value) async throws -> Value {
    let administration = try await Administration.open(configuration, clock: clock.wallClock)
    do {
      let value = try await body(administration)
      await administration.close()
      return value
    } catch {
      await administration.close()
      throw error
    }
  }

  /// A new API key, in clear; with every scope unless `scopes` says less.
  func apiKey(
    _ application: String? = nil, scopes: Set<APIKeyScope> = Set(APIKeyScope.allCases)
  ) async throws -> String {
    try await administer {
      try await $0.createAPIKey(name: "backend", application: application, scopes: scopes).1.text
    }
  }

  /// Stops the server and waits until it has.
  func stop() async { await server.drain() }

  /// Every test starts at once and has a server; more of them than the machine has cores only keep each
  /// other waiting, until the time limits of what they do run out.
  private static let turnstile = Turnstile(capacity: 6)

  /// Runs `body` against a server of its own.
  ///
  /// - Parameters:
  ///   - settings: members of a configuration file, over the test's own.
  ///   - directory: an existing data directory, to start again where another server stopped.
  ///   - clock: the time the server believes in.
  ///   - body: the test.
  /// - Returns: what `body` answers.
  /// - Throws: what `body` throws, or the server where it cannot start.
  static func run<Value>(
    _ settings: JSONObject = JSONObject(), in directory: TemporaryDirectory? = nil,
    clock: TestClock = TestClock(), _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    await turnstile.enter()
    let result: Result<Value, any Error>
    do {
      result = .success(try await serve(settings, in: directory, clock: clock, body))
    } catch {
      result = .failure(error)
    }
    await turnstile.leave()
    return try result.get()
  }

  /// Runs `before` against a server, and `after` against one of other settings over the same data.
  static func restart<Value>(
    _ first: JSONObject, _ second: JSONObject, _ before: (TestServer) async throws -> Value,
    _ after: (TestServer, Value) async throws -> Void
  ) async throws {
    let (directory, clock) = (try TemporaryDirectory(), TestClock())
    let value = try await run(first, in: directory, clock: clock, before)
    try await run(second, in: directory, clock: clock) { try await after($0, value) }
  }

  /// Runs `body` against another server over the same data, beside this one.
  func beside<Value>(
    _ settings: JSONObject, _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    // Past the turnstile: who waited there for a second place would keep the first.
    try await Self.serve(settings, in: directory, clock: clock, body)
  }

  private static func serve<Value>(
    _ settings: JSONObject, in directory: TemporaryDirectory?, clock: TestClock,
    _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    let server = try await TestServer(settings, in: directory, clock: clock)
    let result: Result<Value, any Error>
    do { result = .success(try await body(server)) } catch { result = .failure(error) }
    await server.stop()
    return try result.get()
  }
}
