import DatabaseServers
import DoorwardPostgreSQL
import Testing

@Suite("Bad networks and servers", .timeLimit(.minutes(3)))
struct ConnectionLossTests {
  @Test("pieces of one byte and delays change no answer")
  func smallPieces() async throws {
    let server = try await PostgreSQLServer.shared
    let proxy = try HostileProxy(to: server.port)
    proxy.behave(.pieces(1))
    let connection = try await connect(port: proxy.port)
    for behavior in [.pieces(1), .pieces(7), .delay(milliseconds: 20)] as [HostileProxy.Behavior] {
      proxy.behave(behavior)
      try connection.queue("BEGIN")
      let answer = try connection.queue(
        "SELECT CAST(?1 AS BYTEA)", [.blob([UInt8](repeating: 3, count: 5000))])
      try connection.queue("COMMIT")
      #expect(try connection.result(of: answer).first?.blob(0).count == 5000)
      try connection.settle()
    }
  }

  @Test("a connection that is cut after any number of bytes fails within its limits")
  func cutAnywhere() async throws {
    let server = try await PostgreSQLServer.shared
    let proxy = try HostileProxy(to: server.port)
    for bytes in [0, 1, 4, 5, 9, 17, 33, 70, 200] {
      proxy.behave(.pass)
      let connection = try await connect(port: proxy.port)
      proxy.behave(.cut(afterBytes: bytes))
      let first = try connection.queue("SELECT CAST('first' AS TEXT)")
      let second = try connection.queue("SELECT repeat('x', 1000)")
      let error = failure { try connection.result(of: second) }
      #expect(error?.code == .connectionLostAfterSending)
      #expect(!connection.isUsable)
      #expect(connection.transactionStatus == .unknown)
      // Either the whole answer has arrived, or none of it.
      if let result = try? connection.result(of: first) { #expect(try result.first?.text(0) == "first") }
      #expect(failure { try connection.queue("SELECT 1") }?.code == .connectionLostBeforeSending)
    }
  }

  @Test("a connection that was cut while it was idle is noticed before it is used")
  func cutWhileIdle() async throws {
    let server = try await PostgreSQLServer.shared
    let proxy = try HostileProxy(to: server.port)
    let connection = try await connect(port: proxy.port)
    #expect(connection.isAlive())
    proxy.cutAll()
    try await eventually { !connection.isAlive() }
    #expect(!connection.isUsable)
  }

  @Test(
    "a statement that libpq has sent by itself may have run when the connection is lost",
    arguments: [(100, .connectionLostBeforeSending), (5000, .connectionLostAfterSending)]
      as [(Int, PostgreSQLError.Code)])
  func sentBeforeEndOfBatch(_ size: Int, _ code: PostgreSQLError.Code) async throws {
    let server = try await PostgreSQLServer.shared
    let proxy = try HostileProxy(to: server.port)
    let connection = try await connect(port: proxy.port)
    let blob = PostgreSQLValue.blob([UInt8](repeating: 1, count: size))
    // Two of the larger ones are more than the 8 KiB that libpq keeps.
    let answers = try (0..<2).map { _ in try connection.queue("SELECT CAST(?1 AS BYTEA)", [blob]) }
    proxy.cutAll()
    try await eventually { !connection.isAlive() }
    for answer in answers { #expect(failure { try connection.result(of: answer) }?.code == code) }
  }

  @Test("an answer that never comes ends the connection after its limit", arguments: [true, false])
  func swallowed(_ answers: Bool) async throws {
    let server = try await PostgreSQLServer.shared
    let proxy = try HostileProxy(to: server.port)
    let connection = try await connect(port: proxy.port) { $0.timeouts.answer = .milliseconds(300) }
    proxy.behave(answers ? .swallow : .swallowRequests)
    let start = ContinuousClock.now
    #expect(failure { try connection.run("SELECT 1") }?.code == .noAnswer)
    #expect(start.duration(to: .now) < .seconds(3))
    #expect(!connection.isUsable)
  }

  @Test("a server that accepts and says nothing is unreachable after the limit of the connection")
  func silentServer() async throws {
    let server = try await PostgreSQLServer.shared
    let proxy = try HostileProxy(to: server.port)
    proxy.behave(.swallow)
    let start = ContinuousClock.now
    let error = await connectionFailure("", port: proxy.port) { $0.timeouts.connect = .milliseconds(300) }
    #expect(error?.code == .unreachable)
    #expect(start.duration(to: .now) < .seconds(3))
    proxy.behave(.refuse)
    #expect(await connectionFailure("", port: proxy.port)?.code == .unreachable)
  }

  @Test("the next server of a list is used if the first one does not answer")
  func nextServer() async throws {
    let server = try await PostgreSQLServer.shared
    let proxy = try HostileProxy(to: server.port)
    proxy.behave(.swallow)
    var settings = try PostgreSQLSettings(
      "postgresql://doorward@127.0.0.1:1,127.0.0.1:\(proxy.port),127.0.0.1:\(server.port)/postgres")
    settings.timeouts.connect = .milliseconds(300)
    #expect(try PostgreSQLConnection(settings).run("SELECT 1").first?.integer(0) == 1)
  }

  @Test("a session that the administrator ends is lost with the server's reason")
  func terminated() async throws {
    let connection = try await connect()
    let id = try #require(try connection.run("SELECT pg_backend_pid()").first?.integer(0))
    let other = try await connect()
    let answer = try connection.queue("SELECT pg_sleep(30)")
    try connection.send()
    try other.run("SELECT pg_terminate_backend(CAST(CAST(?1 AS BIGINT) AS INTEGER))", [.integer(id)])
    let error = failure { try connection.result(of: answer) }
    #expect(error?.code == .shuttingDown)
    #expect(error?.sqlState == "57P01")
    #expect(error?.endsConnection == true)
    #expect(!connection.isUsable)
  }

  @Test("a killed server loses its connections, and refuses new ones until it is back")
  func killedServer() async throws {
    let server = try await PostgreSQLServer.start()
    let settings = try PostgreSQLSettings(server.url())
    let connection = try PostgreSQLConnection(settings)
    let answer = try connection.queue("SELECT pg_sleep(30)")
    try connection.send()
    try server.signal(9)
    #expect(failure { try connection.result(of: answer) }?.endsConnection == true)
    try await eventually { failure { try PostgreSQLConnection(settings) } != nil }
    let refused = failure { try PostgreSQLConnection(settings) }
    #expect(refused?.code == .unreachable || refused?.code == .startingUp || refused?.code == .shuttingDown)
    // The old processes hold the shared memory until they have noticed.
    try await eventually { (try? server.start()) != nil }
    #expect(try PostgreSQLConnection(settings).run("SELECT 1").count == 1)
  }

  @Test("a stopped server says that it shuts down")
  func stoppedServer() async throws {
    let server = try await PostgreSQLServer.start()
    let connection = try PostgreSQLConnection(PostgreSQLSettings(server.url()))
    try server.stop()
    #expect(!connection.isAlive())
    #expect(failure { try connection.run("SELECT 1") }?.code == .connectionLostBeforeSending)
  }

  @Test("a server without free connections says so")
  func noFreeConnection() async throws {
    let server = try await PostgreSQLServer.start([
      "max_connections": "4", "superuser_reserved_connections": "1",
    ])
    try await server.execute("CREATE ROLE guest LOGIN")
    let settings = try PostgreSQLSettings("postgresql://guest@127.0.0.1:\(server.port)/postgres")
    let open = try (0..<3).map { _ in try PostgreSQLConnection(settings) }
    #expect(failure { try PostgreSQLConnection(settings) }?.code == .tooManyConnections)
    #expect(open.allSatisfy { $0.isUsable })
  }

  @Test("a wrong password, an unknown user and an unknown database are refused without the password")
  func refusedPassword() async throws {
    let server = try await PostgreSQLServer.start(["password_encryption": "scram-sha-256"])
    try await server.execute("CREATE ROLE ada LOGIN PASSWORD 'right'")
    try server.replaceAuthentication(
      "host all ada 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n")
    let address = "127.0.0.1:\(server.port)/postgres"
    for url in [
      "ada:geheim@\(address)", "ada@\(address)", "nobody:geheim@\(address)", "doorward@\(address)no",
    ] {
      let error = failure { try PostgreSQLConnection(PostgreSQLSettings("postgresql://\(url)")) }
      #expect(error?.code == .authentication, "\(url): \(String(describing: error))")
      #expect(error?.description.contains("geheim") == false)
    }
    let settings = try PostgreSQLSettings("postgresql://ada:right@\(address)")
    #expect(try PostgreSQLConnection(settings).run("SELECT 1").count == 1)
  }
}

/// The error of a connection that cannot be opened.
private func connectionFailure(
  _ parameters: String, port: Int, _ change: (inout PostgreSQLSettings) -> Void = { _ in }
) async -> PostgreSQLError? {
  do {
    _ = try await connect(parameters, port: port, change)
    return nil
  } catch {
    return error as? PostgreSQLError
  }
}

/// Waits until a condition holds, ten seconds at most.
func eventually(_ condition: () throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(10)
  while try !condition() {
    try #require(ContinuousClock.now < deadline, "the condition does not hold in time")
    try await Task.sleep(for: .milliseconds(20))
  }
}
