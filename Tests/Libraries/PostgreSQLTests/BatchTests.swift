import DatabaseServers
import DoorwardPostgreSQL
import Testing

@Suite("Batches of statements", .timeLimit(.minutes(2)))
struct BatchTests {
  @Test("statements and the end of their transaction are one batch", arguments: ["", "pooler=transaction"])
  func transaction(_ parameters: String) async throws {
    let connection = try await connect(parameters)
    try connection.run("CREATE TEMP TABLE t (a BIGINT PRIMARY KEY)")
    for number in 1...3 {
      try connection.queue("BEGIN ISOLATION LEVEL SERIALIZABLE")
      let insert = try connection.queue("INSERT INTO t VALUES (?1)", [.integer(Int64(number))])
      let select = try connection.queue("SELECT count(*) FROM t")
      let end = try connection.queue("COMMIT")
      #expect(insert.outcome == nil)
      #expect(try connection.result(of: end).count == 0)
      #expect(try connection.result(of: insert).affectedRows == 1)
      #expect(try connection.result(of: select).first?.integer(0) == Int64(number))
      #expect(connection.transactionStatus == .idle)
    }
  }

  @Test(
    "a failed statement skips the rest of its batch, also the end of the transaction",
    arguments: ["", "pooler=transaction"])
  func failure(_ parameters: String) async throws {
    let connection = try await connect(parameters)
    try connection.run("CREATE TEMP TABLE t (a BIGINT PRIMARY KEY)")
    for _ in 1...2 {
      try connection.queue("BEGIN")
      let first = try connection.queue("INSERT INTO t VALUES (?1)", [.integer(1)])
      let second = try connection.queue("INSERT INTO t VALUES (?1)", [.integer(1)])
      let later = try connection.queue("UPDATE t SET a = a + 1")
      let end = try connection.queue("COMMIT")
      #expect(PostgreSQLTests.failure { try connection.result(of: end) }?.code == .skipped)
      #expect(try connection.result(of: first).affectedRows == 1)
      #expect(PostgreSQLTests.failure { try connection.result(of: second) }?.code == .unique)
      #expect(PostgreSQLTests.failure { try connection.result(of: later) }?.code == .skipped)
      #expect(connection.transactionStatus == .failed)
      #expect(PostgreSQLTests.failure { try connection.run("SELECT 1") }?.code == .failedTransaction)
      try connection.run("ROLLBACK")
      #expect(connection.transactionStatus == .idle)
    }
    // Statements whose preparation was skipped work later.
    #expect(try connection.run("UPDATE t SET a = a + 1").affectedRows == 0)
    #expect(try connection.run("SELECT count(*) FROM t").first?.integer(0) == 0)
  }

  @Test("a statement that must change one row fails otherwise, and the commit behind it does not run")
  func exactlyOneRow() async throws {
    let connection = try await connect()
    try connection.script("CREATE TEMP TABLE t (a BIGINT); INSERT INTO t VALUES (1), (2), (2)")
    func change(_ value: Int64) throws -> PostgreSQLAnswer {
      try connection.queue("BEGIN")
      try connection.queue("DELETE FROM t WHERE a = 1")
      let change = try connection.queue(
        "UPDATE t SET a = a + 10 WHERE a = ?1", [.integer(value)], mustAffectOneRow: true)
      try connection.queue("COMMIT")
      return change
    }
    for value in [3, 2] as [Int64] {
      let answer = try change(value)
      #expect(PostgreSQLTests.failure { try connection.result(of: answer) }?.code == .rowCount)
      try connection.run("ROLLBACK")
      #expect(try connection.run("SELECT count(*) FROM t WHERE a = 1").first?.integer(0) == 1)
    }
    try connection.run("INSERT INTO t VALUES (3)")
    _ = try connection.result(of: change(3))
    try connection.settle()
    #expect(try connection.run("SELECT count(*) FROM t WHERE a = 13").first?.integer(0) == 1)
    #expect(try connection.run("UPDATE t SET a = a + 10 WHERE a = ?1", [.integer(3)]).affectedRows == 0)
  }

  @Test("answers that nobody waits for are read before later ones")
  func unreadAnswers() async throws {
    let connection = try await connect()
    for number in 1...50 {
      try connection.queue("BEGIN READ ONLY")
      let select = try connection.queue("SELECT CAST(?1 AS BIGINT)", [.integer(Int64(number))])
      #expect(try connection.result(of: select).first?.integer(0) == Int64(number))
      try connection.queue("COMMIT")
      try connection.send()
      #expect(connection.transactionStatus == .active)
    }
    try connection.settle()
    #expect(connection.transactionStatus == .idle)
  }

  @Test("a preparation that was skipped in a sent batch does not reach the next batch")
  func skippedPreparation() async throws {
    let connection = try await connect()
    func answer() throws -> PostgreSQLAnswer { try connection.queue("SELECT 42") }
    try connection.queue("SELECT nothing FROM nowhere")
    let skipped = try answer()
    try connection.send()
    // Not known yet whether the server has prepared the statement.
    let second = try answer()
    let third = try answer()
    #expect(try connection.result(of: third).first?.integer(0) == 42)
    #expect(try connection.result(of: second).first?.integer(0) == 42)
    #expect(PostgreSQLTests.failure { try connection.result(of: skipped) }?.code == .skipped)
    #expect(try connection.run("SELECT 1").first?.integer(0) == 1)
  }

  @Test("a statement that cannot be prepared fails with its own error")
  func failedPreparation() async throws {
    let connection = try await connect()
    for _ in 1...2 {
      #expect(
        PostgreSQLTests.failure { try connection.run("SELECT * FROM nowhere") }?.code == .undefinedTable)
    }
  }

  @Test("another connection's answer is refused")
  func foreignAnswer() async throws {
    let first = try await connect()
    let second = try await connect()
    let answer = try first.queue("SELECT 1")
    #expect(PostgreSQLTests.failure { try second.result(of: answer) }?.code == .misuse)
    #expect(try first.result(of: answer).first?.integer(0) == 1)
  }
}
