import DoorwardSQLite
import DoorwardStore

/// Reads within the open transaction of a connection, which may be a read or a write transaction.
protocol SQLiteReading: StoreReading {
  var connection: SQLiteConnection { get }
}

/// One consistent view of the database. It is valid until its transaction ends.
struct SQLiteSnapshot: SQLiteReading {
  let connection: SQLiteConnection
}

extension SQLiteConnection {
  /// Runs a body on one snapshot. The first query of the body takes the snapshot.
  func snapshot<Value>(_ body: (any StoreReading) throws -> Value) throws -> Value {
    try explainingFailures {
      try run("BEGIN")
      defer { if isInTransaction { _ = try? run("COMMIT") } }
      return try body(SQLiteSnapshot(connection: self))
    }
  }

  /// Runs a body on a snapshot that is taken before the body runs.
  ///
  /// - Returns: nil if a lock of another connection prevents the snapshot. The body has not run then.
  func snapshotUnlessLocked<Value>(_ body: (any StoreReading) throws -> Value) throws -> Value? {
    try snapshot { snapshot in
      do {
        // The statement takes the snapshot and finds no row, so it costs little.
        try run("SELECT 1 FROM sqlite_schema WHERE false")
      } catch let error as SQLiteError where error.code.primary == .busy {
        return nil
      }
      return try body(snapshot)
    }
  }
}

extension SQLiteReading {
  func first<Value>(
    _ sql: StaticString, _ values: [SQLiteValue], _ decode: (borrowing SQLiteRow) throws -> Value
  ) throws -> Value? {
    try explainingFailures { try connection.first(sql, values, decode) }
  }

  func visit(
    _ sql: StaticString, _ values: [SQLiteValue], _ body: (borrowing SQLiteRow) throws -> Bool
  ) throws {
    try explainingFailures { try connection.visit(sql, values, body) }
  }

  func all<Value>(
    _ sql: StaticString, _ values: [SQLiteValue], _ decode: (borrowing SQLiteRow) throws -> Value
  ) throws -> [Value] {
    try explainingFailures { try connection.all(sql, values, decode) }
  }
}

extension SQLiteRow {
  /// The identifier in a column.
  func identifier<Subject>(
    _ column: Int32, of subject: Subject.Type = Subject.self
  ) throws -> Identifier<Subject> {
    guard let identifier = Identifier<Subject>(bytes: try blob(column)) else {
      throw StoreError(.malformed, "an identifier in the database is not sixteen bytes")
    }
    return identifier
  }

  func optionalIdentifier<Subject>(
    _ column: Int32, of subject: Subject.Type = Subject.self
  ) throws -> Identifier<Subject>? {
    try optionalBlob(column) == nil ? nil : try identifier(column, of: subject)
  }

  /// The value of an enumeration whose name is in a column.
  func choice<Choice: RawRepresentable>(
    _ column: Int32, of choice: Choice.Type = Choice.self
  ) throws -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: try text(column)) else {
      throw StoreError(.malformed, "\(Choice.self) in the database is none this server knows")
    }
    return choice
  }
}
