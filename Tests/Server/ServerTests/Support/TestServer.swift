import ChildProcesses
import DoorwardHTTP
import DoorwardPhotos
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

/// A real server on a free loopback port, with a real database in its own directory, or of its own in PostgreSQL.
struct TestServer: Sendable {
  let server: Server
  let configuration: ServerConfiguration
  let directory: TemporaryDirectory
  /// Gets the messages of the server; nil if the server sends none.
  let mailbox: TestMailbox?
  let clock: TestClock
  let log: TestLog

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - settings: members of the configuration, over the test's own.
  ///   - directory: the data directory of a stopped server, to start it again.
  ///   - mailbox: gets the messages of the server; nil if the server sends none.
  ///   - clock: the clock of the server.
  ///   - photos: decodes photos; nil for the worker of all servers.
  ///   - access: the way to the store.
  /// - Throws: the error of the start.
  init(
    _ settings: JSONObject = JSONObject(), in directory: TemporaryDirectory? = nil,
    mailbox: TestMailbox? = nil, clock: TestClock = TestClock(), photos: PhotoWorker? = nil,
    access: @Sendable (any Store) -> any Store = { $0 }
  ) async throws {
    let directory = try directory ?? TemporaryDirectory()
    var members: JSONObject = [
      "listen": "127.0.0.1:0", "development": true, "data": .string(directory.path),
      // Nothing listens on port 1 of loopback, so no test sends a request to another machine.
      "delivery": ["console": .bool(mailbox != nil)],
      "near": ["mainnet": ["rpc": ["http://127.0.0.1:1"]], "testnet": ["rpc": ["http://127.0.0.1:1"]]],
    ]
    if StoreKind.ofServers == .postgresql {
      members["database"] = .string(try await directory.databaseURL())
    }
    for member in settings { members[member.key] = member.value }
    let log = TestLog()
    self.directory = directory
    self.mailbox = mailbox
    self.clock = clock
    self.log = log
    configuration = try ServerConfiguration(ConfigurationTree(file: members))
    let usedPhotos: PhotoWorker = if let photos { photos } else { try await Self.sharedPhotos.value }
    server = try await Server.start(
      configuration,
      logger: Logger(threshold: .debug, clock: clock.wallClock) { log.append($0) }, clock: clock.wallClock,
      photos: usedPhotos, senders: mailbox?.senders, access: access)
  }

  /// Decodes the photos of all servers in processes of the built program, so that it examines the system once.
  private static let sharedPhotos = Task {
    let path = try #require(
      BuiltProgram.path("doorward-server"),
      "build the program first: swift build --package-path Server --build-tests")
    return try await PhotoWorker(PhotoDecoderProgram(path: path), queueLimit: 1000)
  }

  var origin: String { "\(server.accountURL)" }
  var api: TestAPI { TestAPI(origin: origin) }
  /// The same API at the bound address, if the public URL is another.
  var listening: TestAPI { TestAPI(origin: "http://\(server.accountAddress)") }

  /// The wallet origin, at the bound address.
  var wallets: TestAPI { TestAPI(origin: "http://\(server.walletAddress)") }

  /// Runs the operator's commands beside the running server.
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

  /// A new API key, with every scope unless `scopes` lists fewer.
  func apiKey(
    _ application: String? = nil, scopes: Set<APIKeyScope> = Set(APIKeyScope.allCases)
  ) async throws -> String {
    try await administer {
      try await $0.createAPIKey(name: "backend", application: application, scopes: scopes).1.text
    }
  }

  /// Stops the server and waits for its end.
  func stop() async { await server.drain() }

  /// All tests start at once, each with a server. More servers than processor cores would only slow each other down, until
  /// time limits pass.
  private static let taskLimit = TaskLimit(capacity: 6)

  /// Runs `body` with its own server.
  ///
  /// - Parameters:
  ///   - settings: members of the configuration, over the test's own.
  ///   - directory: the data directory of a stopped server, to start it again.
  ///   - mailbox: gets the messages of the server; nil if the server sends none.
  ///   - clock: the clock of the server.
  ///   - photos: decodes photos; nil for the worker of all servers.
  ///   - body: the test.
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body` and of the start.
  static func run<Value>(
    _ settings: JSONObject = JSONObject(), in directory: TemporaryDirectory? = nil,
    mailbox: TestMailbox? = nil, clock: TestClock = TestClock(), photos: PhotoWorker? = nil,
    _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    await taskLimit.acquire()
    let result: Result<Value, any Error>
    do {
      result = .success(try await serve(settings, in: directory, mailbox, clock: clock, photos: photos, body))
    } catch {
      result = .failure(error)
    }
    await taskLimit.release()
    return try result.get()
  }

  /// Runs `before` with a server, and `after` with one of other settings and the same data.
  static func restart<Value>(
    _ first: JSONObject, _ second: JSONObject, _ before: (TestServer) async throws -> Value,
    _ after: (TestServer, Value) async throws -> Void
  ) async throws {
    let (directory, clock) = (try TemporaryDirectory(), TestClock())
    let value = try await run(first, in: directory, clock: clock, before)
    try await run(second, in: directory, clock: clock) { try await after($0, value) }
  }

  /// Runs `body` with another server and the same data, beside this one. Either of them sends the messages.
  func beside<Value>(
    _ settings: JSONObject, _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    // Without the limit: a test that waits for a second place while it has the first one would block others.
    try await Self.serve(settings, in: directory, mailbox, clock: clock, body)
  }

  private static func serve<Value>(
    _ settings: JSONObject, in directory: TemporaryDirectory?, _ mailbox: TestMailbox?,
    clock: TestClock, photos: PhotoWorker? = nil, _ body: (TestServer) async throws -> Value
  ) async throws -> Value {
    let server = try await TestServer(
      settings, in: directory, mailbox: mailbox, clock: clock, photos: photos)
    let result: Result<Value, any Error>
    do { result = .success(try await body(server)) } catch { result = .failure(error) }
    await server.stop()
    return try result.get()
  }
}
