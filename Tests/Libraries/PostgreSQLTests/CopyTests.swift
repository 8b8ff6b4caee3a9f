import DatabaseServers
import DoorwardPostgreSQL
import Testing

@Suite("COPY of PostgreSQL", .timeLimit(.minutes(1)))
struct CopyTests {
  private static let into = "COPY copied FROM STDIN (FORMAT binary)"
  private static let outOf = "COPY copied TO STDOUT (FORMAT binary)"
  private let rows: [[PostgreSQLValue]] = [
    [.integer(1), .text("é"), .blob([0, 255])], [.integer(.min), .text(""), .blob([])],
    [.integer(3), .null, .null],
  ]

  private func connectToTable() async throws -> PostgreSQLConnection {
    let connection = try await connect()
    try connection.run(
      "CREATE TEMPORARY TABLE copied (number BIGINT PRIMARY KEY, name TEXT, bytes BYTEA)")
    return connection
  }

  private func content(_ connection: PostgreSQLConnection) throws -> [[UInt8]] {
    var content: [[UInt8]] = []
    try connection.copy(Self.outOf) { row in content.append(Array(row)) }
    return content
  }

  @Test("rows are read back with the bytes that were sent, and as values")
  func roundTrip() async throws {
    let connection = try await connectToTable()
    #expect(try content(connection) == [])
    var sent: [[UInt8]] = []
    var batch = PostgreSQLRowBatch()
    for row in rows { try batch.append(row) { sent.append(Array($0)) } }
    #expect(batch.count == 3)
    try connection.copy(Self.into, from: batch)
    #expect(try content(connection) == sent)
    let found = try connection.run("SELECT number, name, bytes FROM copied WHERE number = 1")
    #expect(try found.row(0).text(1) == "é")
    #expect(try found.row(0).blob(2) == [0, 255])
    batch.removeAll()
    try connection.copy(Self.into, from: batch)
    #expect(try content(connection).count == 3)
  }

  @Test("a batch larger than the buffers of the connection arrives")
  func large() async throws {
    let connection = try await connectToTable()
    var batch = PostgreSQLRowBatch()
    let text = String(repeating: "x", count: 1000)
    for number in 0..<20_000 { try batch.append([.integer(Int64(number)), .text(text), .null]) }
    #expect(batch.size > 16 << 20)
    try connection.copy(Self.into, from: batch)
    var count = 0
    try connection.copy(Self.outOf) { row in
      count += 1
      #expect(row.count == 2 + 12 + 1004 + 4)
    }
    #expect(count == 20_000)
  }

  @Test("a refused row adds none, and the connection stays usable")
  func refused() async throws {
    let connection = try await connectToTable()
    var batch = PostgreSQLRowBatch()
    for row in rows + [rows[0]] { try batch.append(row) }
    #expect(failure { try connection.copy(Self.into, from: batch) }?.code == .unique)
    #expect(failure { try connection.copy("COPY nothing FROM STDIN", from: batch) }?.code == .undefinedTable)
    #expect(failure { try connection.copy("SELECT 1", from: batch) }?.code == .misuse)
    #expect(failure { try connection.copy("COPY nothing TO STDOUT") { _ in } }?.code == .undefinedTable)
    #expect(try content(connection) == [])
  }

  @Test("a reader that throws closes the connection")
  func cancelled() async throws {
    struct Stop: Error {}
    let connection = try await connectToTable()
    var batch = PostgreSQLRowBatch()
    for row in rows { try batch.append(row) }
    try connection.copy(Self.into, from: batch)
    #expect(throws: Stop.self) { try connection.copy(Self.outOf) { _ in throw Stop() } }
    #expect(!connection.isUsable)
  }
}
