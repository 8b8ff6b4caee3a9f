import DatabaseServers
import DoorwardPostgreSQL
import Testing

@Suite("Errors of PostgreSQL", .timeLimit(.minutes(2)))
struct ErrorTests {
  @Test("constraints are told apart, and no message contains a value")
  func constraints() async throws {
    let connection = try await connect()
    try connection.script(
      """
      CREATE TEMP TABLE parents (id TEXT PRIMARY KEY);
      CREATE TEMP TABLE children (
        id TEXT NOT NULL, parent TEXT REFERENCES parents, CONSTRAINT short CHECK (length(id) < 20))
      """)
    let secret = "geheim@example.org"
    try connection.run("INSERT INTO parents VALUES (?1)", [.text(secret)])
    let unique = failure { try connection.run("INSERT INTO parents VALUES (?1)", [.text(secret)]) }
    let foreign = failure {
      try connection.run("INSERT INTO children VALUES ('a', ?1)", [.text(secret + "x")])
    }
    let null = failure { try connection.run("INSERT INTO children VALUES (NULL, ?1)", [.text(secret)]) }
    let check = failure {
      try connection.run("INSERT INTO children VALUES (?1, NULL)", [.text(secret + secret)])
    }
    let number = failure { try connection.run("SELECT CAST(CAST(?1 AS TEXT) AS INTEGER)", [.text(secret)]) }
    #expect(unique?.code == .unique)
    #expect(unique?.sqlState == "23505")
    #expect(unique?.reason.contains("parents_pkey") == true)
    #expect(foreign?.code == .foreignKey)
    #expect(null?.code == .constraint)
    #expect(check?.code == .constraint)
    #expect(number?.code == .mismatch)
    for error in [unique, foreign, null, check, number] {
      #expect(error.map { !$0.description.contains("geheim") } == true)
    }
  }

  @Test("a text that a function raises is not repeated")
  func raisedText() async throws {
    let connection = try await connect()
    let error = failure { try connection.script("DO $$ BEGIN RAISE EXCEPTION 'geheim'; END $$") }
    #expect(error?.code == .other)
    #expect(error?.description.contains("geheim") == false)
  }

  @Test("concurrent transactions conflict with an error that allows a repetition")
  func serialization() async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let first = try await connect(database: database.name)
    let second = try await connect(database: database.name)
    try first.script("CREATE TABLE t (a BIGINT); INSERT INTO t VALUES (1)")
    for connection in [first, second] {
      try connection.queue("BEGIN ISOLATION LEVEL SERIALIZABLE")
      try connection.run("SELECT sum(a) FROM t")
    }
    try first.run("UPDATE t SET a = 2")
    try first.run("COMMIT")
    let error = failure {
      try second.run("UPDATE t SET a = 3")
      try second.run("COMMIT")
    }
    #expect(error?.code == .serialization)
    #expect(error?.canBeRepeated == true)
    #expect(error?.endsConnection == false)
  }

  @Test("limits of time of the server end a statement and the wait for a lock")
  func serverLimits() async throws {
    let slow = try await connect { $0.timeouts.statement = .milliseconds(100) }
    #expect(failure { try slow.run("SELECT pg_sleep(10)") }?.code == .cancelled)
    #expect(slow.isUsable)

    let database = try await PostgreSQLServer.shared.makeDatabase()
    let first = try await connect(database: database.name)
    let second = try await connect(database: database.name) { $0.timeouts.lock = .milliseconds(100) }
    try first.script("CREATE TABLE t (a BIGINT)")
    try first.queue("BEGIN")
    try first.run("LOCK TABLE t")
    #expect(failure { try second.run("SELECT a FROM t") }?.code == .lockNotAvailable)
  }

  @Test("a transaction that stays idle is ended by the server")
  func idleTransaction() async throws {
    let connection = try await connect { $0.timeouts.idleInTransaction = .milliseconds(100) }
    try connection.run("BEGIN")
    try await Task.sleep(for: .milliseconds(300))
    #expect(!connection.isAlive())
    #expect(failure { try connection.run("SELECT 1") }?.endsConnection == true)
  }

  @Test("a session that may only read refuses writes")
  func readOnly() async throws {
    let connection = try await connect("options=-c%20default_transaction_read_only%3Don")
    #expect(failure { try connection.run("CREATE TABLE never (a BIGINT)") }?.code == .readOnly)
  }

  @Test("COPY is refused as a statement of a batch")
  func copyInBatch() async throws {
    let connection = try await connect()
    #expect(failure { try connection.run("COPY pg_am TO STDOUT") } != nil)
  }
}
