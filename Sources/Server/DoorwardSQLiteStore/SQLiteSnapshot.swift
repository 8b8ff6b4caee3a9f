import DoorwardSQLRows
import DoorwardSQLite
import DoorwardStore

/// Reads within the open transaction of a connection, which may be a read or a write transaction.
protocol SQLiteReading: SQLReading {
  var connection: SQLiteConnection { get }
}

/// One consistent view of the database. It is valid until its transaction ends.
struct SQLiteSnapshot: SQLiteReading {
  let connection: SQLiteConnection
}

extension SQLiteConnection {
  /// Runs a body in a transaction that only reads. The first query of the body takes the snapshot.
  func readTransaction<Value>(_ body: () throws -> Value) throws -> Value {
    try run("BEGIN")
    defer { if isInTransaction { _ = try? run("COMMIT") } }
    return try body()
  }

  /// Runs a body on one snapshot. The first query of the body takes the snapshot.
  func snapshot<Value>(_ body: (any StoreReading) throws -> Value) throws -> Value {
    try explainingFailures {
      try readTransaction { try body(SQLiteSnapshot(connection: self)) }
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
  func visit(
    _ sql: StaticString, _ values: [SQLValue], _ body: (borrowing SQLRow) throws -> Bool
  ) throws {
    try explainingFailures {
      try connection.visit(sql, values.map(SQLiteValue.init)) { row in try body(consume row) }
    }
  }
}

extension SQLiteRow: SQLColumns {}

extension SQLiteValue {
  init(_ value: SQLValue) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
}

/// One caller's part of the transaction that is open on the writing connection.
struct SQLiteTransaction: SQLiteReading, SQLWriting {
  let connection: SQLiteConnection

  var changeCount: Int { Int(connection.totalChanges) }

  /// Runs one change. The result is known at once, whatever the caller expects.
  func run(_ sql: StaticString, _ values: [SQLValue], expecting expectation: ExpectedChange) throws -> Int {
    // A full disk may have ended the transaction while the body caught the error and continued. SQLite would then
    // commit each further change separately.
    guard connection.isInTransaction else {
      throw StoreError(.unavailable, "the transaction has been rolled back after a failure of the disk")
    }
    return try explainingFailures { try connection.run(sql, values.map(SQLiteValue.init)) }
  }

  /// SQLite has no messages between processes.
  func announceChange() {}
}
