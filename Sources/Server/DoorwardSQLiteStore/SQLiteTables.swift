package import DoorwardSQLRows
import DoorwardSQLite

/// One consistent view of all tables, for a copy to another database. It is valid until its transaction ends.
package struct SQLiteTables {
  private let connection: SQLiteConnection

  fileprivate init(_ connection: SQLiteConnection) { self.connection = connection }

  /// Calls a body with the values of each row.
  package func visit(_ table: CopiedTable, _ body: ([SQLValue]) throws -> Void) throws {
    try connection.visit(table.query) { row in
      try body(try row.values().map(SQLValue.init))
      return true
    }
  }
}

extension SQLiteStore {
  /// Runs a body with one view of all tables, on the maintenance thread, where it may block. The store can be used meanwhile,
  /// and its log grows until the body returns.
  package func readTables<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteTables) throws -> Value
  ) async throws -> Value {
    try await maintain { connection in
      try connection.readTransaction { try body(SQLiteTables(connection)) }
    }
  }
}

extension SQLValue {
  fileprivate init(_ value: SQLiteValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}
