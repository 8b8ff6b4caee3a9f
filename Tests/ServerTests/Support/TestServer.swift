import DoorwardServer
import Encodings
import Foundation
import HTTPCore

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

  /// A new API key, in clear.
  func apiKey(_ application: String? = nil) async throws -> String {
    try await administer { try await $0.createAPIKey(name: "backend", application: application).1.text }
  }

  /// Stops the server and waits until it has.
  func stop() async { await server.drain() }

  /// Every test starts at once and has a server; more of them than the machine has cores only keep each
  /// other waiting, until the time limits of what they do run out.
  private static let turnstile = Turnstile(capacity: 6)

  /// Runs `body` against a server of its own.
  static func run<Value>(
    _ settings: JSONObject = JSONObject(), clock: TestClock = TestClock(),
    _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    await turnstile.enter()
    let result: Result<Value, any Error>
    do {
      let server = try await TestServer(settings, clock: clock)
      do {
        result = .success(try await body(server))
      } catch {
        result = .failure(error)
      }
      await server.stop()
    } catch {
      result = .failure(error)
    }
    await turnstile.leave()
    return try result.get()
  }
}
