import DatabaseServers
import DoorwardPostgreSQL
import Testing

@Suite("pgbouncer in transaction mode", .enabled(if: PgBouncer.isInstalled), .timeLimit(.minutes(1)))
struct PoolerTests {
  @Test("connections share few sessions of the server without mixing their statements")
  func sharedSessions() async throws {
    let server = try await PostgreSQLServer.start()
    let bouncer = try await PgBouncer.start(before: server, sessions: 2)
    let settings = try PostgreSQLSettings(server.url("postgres", port: bouncer.port, "pooler=transaction"))
    let connections = try (0..<6).map { _ in try PostgreSQLConnection(settings) }
    try connections[0].run("CREATE TABLE counts (a BIGINT PRIMARY KEY, n BIGINT)")
    for round in 1...20 as ClosedRange<Int64> {
      for connection in connections {
        try connection.queue("BEGIN ISOLATION LEVEL SERIALIZABLE")
        try connection.queue("SET LOCAL statement_timeout = 5000")
        try connection.queue(
          "INSERT INTO counts VALUES (?1, 1) ON CONFLICT (a) DO UPDATE SET n = counts.n + 1",
          [.integer(round)])
        let count = try connection.queue("SELECT n FROM counts WHERE a = ?1", [.integer(round)])
        try connection.queue("COMMIT")
        #expect(try connection.result(of: count).count == 1)
        try connection.settle()
      }
    }
    let total = try connections[5].run("SELECT CAST(sum(n) AS BIGINT) FROM counts").first
    #expect(try total?.integer(0) == 120)
  }

  @Test("a connection that does not name the pooler is refused")
  func missingParameter() async throws {
    let server = try await PostgreSQLServer.start()
    let bouncer = try await PgBouncer.start(before: server)
    let error = failure {
      try PostgreSQLConnection(PostgreSQLSettings(server.url("postgres", port: bouncer.port)))
    }
    #expect(error?.reason.contains("unsupported startup parameter") == true, "\(String(describing: error))")
  }
}
