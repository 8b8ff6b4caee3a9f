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

extension SQLiteReading {
  func first<Value>(
    _ sql: StaticString, _ values: [SQLiteValue], _ decode: (borrowing SQLiteRow) throws -> Value
  ) throws -> Value? {
    try explainingFailures { try connection.first(sql, values, decode) }
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
