package import DoorwardPostgreSQL
package import DoorwardSQLRows
import DoorwardStore

/// Fills an empty database with the rows of another one. Everything is one transaction, so a copy that fails or is killed
/// leaves the database empty.
package struct DatabaseFilling {
  /// The rows that are sent together. The server checks their references after each batch.
  private static let batchSize = 1 << 20

  private let connection: PostgreSQLConnection

  /// Makes the tables, runs a body that fills them, and commits. The calling thread blocks.
  ///
  /// - Throws: ``StoreError`` `store_conflict` if the database has tables already; another ``StoreError``; or the error of the
  ///   body.
  package static func run<Value>(
    _ settings: PostgreSQLSettings, _ body: (DatabaseFilling) throws -> Value
  ) throws -> Value {
    do {
      let connection = try PostgreSQLConnection(settings)
      defer { connection.close() }
      let migrator = PostgreSQLMigrator(connection: connection, migrations: PostgreSQLSchema.migrations)
      try migrator.makeTables()
      let value = try body(DatabaseFilling(connection: connection))
      try commit(connection)
      return value
    } catch {
      throw StoreError.explaining(error)
    }
  }

  private static func commit(_ connection: PostgreSQLConnection) throws(StoreError) {
    do throws(PostgreSQLError) {
      try connection.run("COMMIT")
    } catch {
      throw error.leavesCommitUnknown ? StoreError.uncertain(error) : StoreError(error)
    }
  }

  /// Copies the rows of a table, reads them back and compares them.
  ///
  /// - Parameters:
  ///   - table: a table without rows.
  ///   - read: calls its argument with the values of each row.
  /// - Returns: the content of the table.
  /// - Throws: ``StoreError``, also if the rows are not those that were sent; or the error of `read`.
  package func fill(
    _ table: CopiedTable, _ read: (_ add: ([SQLValue]) throws -> Void) throws -> Void
  ) throws -> TableContent {
    let sent = try send(table, read)
    var found = TableContent()
    try connection.copy("COPY \(table.name) TO STDOUT (FORMAT binary)") { row in found.add(row) }
    guard sent == found else {
      throw StoreError(
        .unavailable,
        "the table \(table.name) has other rows than those that were sent (\(sent); \(found)): nothing was copied"
      )
    }
    try finish(table)
    return sent
  }

  private func send(
    _ table: CopiedTable, _ read: (_ add: ([SQLValue]) throws -> Void) throws -> Void
  ) throws -> TableContent {
    var content = TableContent()
    var batch = PostgreSQLRowBatch()
    func sendBatch() throws {
      try connection.copy("COPY \(table.name) FROM STDIN (FORMAT binary)", from: batch)
      batch.removeAll()
    }
    try read { values in
      try batch.append(values.map(PostgreSQLValue.init)) { row in content.add(row) }
      if batch.size >= Self.batchSize { try sendBatch() }
    }
    if batch.count > 0 { try sendBatch() }
    return content
  }

  /// Numbers new rows after the copied ones, and gives the planner its statistics.
  private func finish(_ table: CopiedTable) throws {
    if let column = table.numberedColumn {
      try connection.script(
        """
        SELECT setval(pg_get_serial_sequence('\(table.name)', '\(column)'),
          (SELECT coalesce(max(\(column)), 0) + 1 FROM \(table.name)), false)
        """)
    }
    try connection.script("ANALYZE \(table.name)")
  }
}
