import DoorwardSQLite
import DoorwardStore

/// One caller's part of the transaction that is open on the writing connection.
struct SQLiteTransaction: SQLiteReading, StoreWriting {
  let connection: SQLiteConnection

  /// Runs one change and returns the number of changed rows.
  @discardableResult
  func run(_ sql: StaticString, _ values: [SQLiteValue]) throws -> Int {
    // A full disk may have ended the transaction while the body caught the error and continued. SQLite would then
    // commit each further change separately.
    guard connection.isInTransaction else {
      throw StoreError(.unavailable, "the transaction has been rolled back after a failure of the disk")
    }
    return try explainingFailures { try connection.run(sql, values) }
  }

  /// Runs a change of one row that must exist.
  func change(_ kind: String, _ sql: StaticString, _ values: [SQLiteValue]) throws {
    guard try run(sql, values) == 1 else {
      throw StoreError(.missing, "the \(kind) to change is not there")
    }
  }
}
