import DatabaseServers
import DoorwardPostgreSQL
import Testing

@Suite("Statements of PostgreSQL", .timeLimit(.minutes(2)))
struct StatementTests {
  @Test("values come back as they were bound", arguments: ["", "pooler=transaction"])
  func values(_ parameters: String) async throws {
    let connection = try await connect(parameters)
    try connection.run("CREATE TEMP TABLE t (i BIGINT, s TEXT, b BYTEA, o BOOLEAN)")
    let integers: [Int64] = [0, -1, .min, .max]
    let texts = ["", "a", "ÿ€😀", "line\n'quote'\\"]
    let blobs: [[UInt8]] = [[], [0], Array(0...255), [0x5c, 0x78]]
    for index in integers.indices {
      try connection.queue(
        "INSERT INTO t VALUES (?1, ?2, ?3, ?4)",
        [.integer(integers[index]), .text(texts[index]), .blob(blobs[index]), .boolean(index % 2 == 0)])
    }
    try connection.queue("INSERT INTO t VALUES (?1, ?2, ?3, ?4)", [.null, .null, .null, .null])
    let rows = try connection.run("SELECT i, s, b, o FROM t")
    #expect(rows.count == 5)
    for index in integers.indices {
      let row = rows.row(index)
      #expect(try row.integer(0) == integers[index])
      #expect(try row.text(1) == texts[index])
      #expect(try row.optionalBlob(2) == blobs[index])
      #expect(try row.boolean(3) == (index % 2 == 0))
      #expect(try row.integer(3) == (index % 2 == 0 ? 1 : 0))
    }
    let nulls = rows.row(4)
    #expect(try nulls.optionalInteger(0) == nil)
    #expect(try nulls.optionalText(1) == nil)
    #expect(try nulls.optionalBlob(2) == nil)
    #expect(try nulls.isNull(3))
  }

  @Test("the first parameter can be selected in the same statement", arguments: ["", "pooler=transaction"])
  func selectedParameter(_ parameters: String) async throws {
    let connection = try await connect(parameters)
    try connection.run("CREATE TEMP TABLE owners (name TEXT, id BYTEA)")
    try connection.run("CREATE TEMP TABLE things (id BYTEA, size BIGINT, word TEXT)")
    for (name, byte) in [("ada", UInt8(1)), ("bob", 2)] {
      try connection.queue("INSERT INTO owners VALUES (?1, ?2)", [.text(name), .blob([byte])])
      try connection.queue(
        "INSERT INTO things VALUES (?1, ?2, '?1')", [.blob([byte]), .integer(Int64(byte) * 10)])
    }
    let statement: StaticString =
      "SELECT size FROM things WHERE id = ?1 AND size > ?2 AND word = '?1' -- ?1"
    func sizes(_ name: String, above least: Int64) throws -> [Int64] {
      let answer = try connection.queue(
        statement, selecting: (sql: "SELECT id FROM owners WHERE name = ?1", values: [.text(name)]),
        [.integer(least)])
      let result = try connection.result(of: answer)
      return try (0..<result.count).map { try result.row($0).integer(0) }
    }
    #expect(try sizes("ada", above: 5) == [10])
    #expect(try sizes("bob", above: 5) == [20])
    #expect(try sizes("bob", above: 50) == [])
    #expect(try sizes("eve", above: 5) == [])
    // The same text with a value is another statement.
    #expect(try connection.run(statement, [.blob([2]), .integer(5)]).first?.integer(0) == 20)
  }

  @Test("bytes of 16 MB are stored and read")
  func largeBlob() async throws {
    let connection = try await connect()
    try connection.run("CREATE TEMP TABLE t (b BYTEA)")
    let blob = [UInt8](repeating: 0x5c, count: 8 << 20) + [UInt8](repeating: 0, count: 8 << 20)
    #expect(try connection.run("INSERT INTO t VALUES (?1)", [.blob(blob)]).affectedRows == 1)
    #expect(try connection.run("SELECT b FROM t").first?.blob(0) == blob)
  }

  @Test("many large statements in one batch do not block each other")
  func largeBatch() async throws {
    let connection = try await connect()
    let blob = [UInt8](repeating: 7, count: 1 << 20)
    let answers = try (0..<24).map { _ in try connection.queue("SELECT CAST(?1 AS BYTEA)", [.blob(blob)]) }
    for answer in answers { #expect(try connection.result(of: answer).first?.blob(0).count == 1 << 20) }
  }

  @Test("a column of another type, NULL and a column that does not exist are refused")
  func wrongTypes() async throws {
    let connection = try await connect()
    let row = try #require(
      try connection.run("SELECT CAST(1 AS BIGINT), 'a', CAST('x' AS BYTEA), NULL, 1.5, true").first)
    #expect(failure { try row.text(0) }?.code == .mismatch)
    #expect(failure { try row.blob(0) }?.code == .mismatch)
    #expect(failure { try row.integer(1) }?.code == .mismatch)
    #expect(failure { try row.text(2) }?.code == .mismatch)
    #expect(failure { try row.text(3) }?.code == .mismatch)
    #expect(failure { try row.integer(4) }?.code == .mismatch)
    #expect(failure { try row.boolean(0) }?.code == .mismatch)
    #expect(failure { try row.integer(6) }?.code == .misuse)
    #expect(failure { try row.isNull(-1) }?.code == .misuse)
  }

  @Test("integers of all sizes are read")
  func integerSizes() async throws {
    let connection = try await connect()
    let row = try #require(
      try connection.run("SELECT CAST(-2 AS SMALLINT), CAST(-3 AS INTEGER), count(*) FROM pg_am WHERE false")
        .first)
    #expect(try [row.integer(0), row.integer(1), row.integer(2)] == [-2, -3, 0])
  }

  @Test("a text that is not UTF-8 is refused")
  func invalidText() async throws {
    let server = try await PostgreSQLServer.shared
    // A database of this encoding checks no text.
    try await server.execute(
      "CREATE DATABASE unchecked TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'")
    let connection = try await connect(database: "unchecked")
    // Without this, the server itself refuses to send the text.
    try connection.run("SET client_encoding = 'SQL_ASCII'")
    let row = try #require(try connection.run("SELECT 'a' || chr(255), 'a'").first)
    #expect(failure { try row.text(0) }?.code == .mismatch)
    #expect(try row.text(1) == "a")
  }

  @Test("a text with NUL is refused and the connection stays")
  func textWithNUL() async throws {
    let connection = try await connect()
    let error = failure { try connection.run("SELECT CAST(?1 AS TEXT)", [.text("geheim\u{0}")]) }
    #expect(error?.code == .mismatch)
    #expect(error?.description.contains("geheim") == false)
    #expect(try connection.run("SELECT true").first?.boolean(0) == true)
  }

  @Test("parameters are translated except in texts, names and comments")
  func translation() async throws {
    let connection = try await connect()
    let row = try #require(
      try connection.run(
        """
        SELECT CAST(?2 AS BIGINT) - CAST(?1 AS BIGINT), '?1''?2', /* ?3 * ? */ "a?1" -- ?4 'it
        FROM (SELECT CAST(?11 AS TEXT) AS "a?1") x
        WHERE ?3 = 3 AND ?4 = 4 AND ?5 = 5 AND ?6 = 6 AND ?7 = 7 AND ?8 = 8 AND ?9 = 9 AND ?10 = 10
        """,
        (1...10).map { .integer($0) } + [.text("eleven")]
      ).first)
    #expect(try row.integer(0) == 1)
    #expect(try row.text(1) == "?1'?2")
    #expect(try row.text(2) == "eleven")
  }

  @Test("the same statement is prepared once")
  func preparedOnce() async throws {
    let connection = try await connect()
    for number in 1...3 {
      #expect(
        try connection.run("SELECT ?1 + 1", [.integer(Int64(number))]).first?.integer(0) == Int64(number) + 1)
    }
    let count = try connection.run(
      "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT $1 + 1'")
    #expect(try count.first?.integer(0) == 1)
  }

  @Test("a wrong number of values is an error of the statement only")
  func wrongCount() async throws {
    let connection = try await connect()
    #expect(failure { try connection.run("SELECT ?1 + ?2", [.integer(1)]) } != nil)
    #expect(try connection.run("SELECT ?1 + 1", [.integer(1)]).first?.integer(0) == 2)
  }

  @Test("a statement whose columns have changed is prepared again")
  func changedColumns() async throws {
    let connection = try await connect()
    try connection.run("CREATE TEMP TABLE t (a BIGINT)")
    func read() throws -> PostgreSQLResult { try connection.run("SELECT * FROM t") }
    _ = try read()
    try connection.run("ALTER TABLE t ADD COLUMN b BIGINT")
    let error = failure(read)
    #expect(error?.code == .stalePlan)
    #expect(error?.canBeRepeated == true)
    _ = try read()
  }

  @Test("a statement that the server has forgotten is prepared again")
  func forgottenStatement() async throws {
    let connection = try await connect()
    func read() throws -> PostgreSQLResult { try connection.run("SELECT 1") }
    _ = try read()
    try connection.script("DEALLOCATE ALL")
    #expect(failure(read)?.code == .stalePlan)
    _ = try read()
  }

  @Test("notices of the server are not printed, and a script runs all its statements or none")
  func script() async throws {
    let connection = try await connect()
    try connection.script(
      "CREATE TEMP TABLE t (a BIGINT PRIMARY KEY); DROP TABLE IF EXISTS nothing; INSERT INTO t VALUES (1)")
    #expect(
      failure { try connection.script("INSERT INTO t VALUES (2); INSERT INTO t VALUES (1); SELECT 1") }?.code
        == .unique)
    #expect(try connection.run("SELECT count(*) FROM t").first?.integer(0) == 1)
    #expect(connection.transactionStatus == .idle)
  }
}
