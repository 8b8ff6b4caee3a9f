import DoorwardSQLite
import DoorwardStore

/// One caller's part of the transaction that is open on the writing connection.
struct SQLiteTransaction: SQLiteReading, StoreWriting {
  let connection: SQLiteConnection

  /// Runs one change and counts the rows.
  @discardableResult
  func run(_ sql: StaticString, _ values: [SQLiteValue]) throws -> Int {
    // A full disk may have ended the transaction under a body that caught the error and went on: what it
    // did next would be committed by itself.
    guard connection.isInTransaction else {
      throw StoreError(.unavailable, "the transaction has been rolled back after a failure of the disk")
    }
    return try explainingFailures { try connection.run(sql, values) }
  }

  /// Runs a change of one row that must be there.
  func change(_ kind: String, _ sql: StaticString, _ values: [SQLiteValue]) throws {
    guard try run(sql, values) == 1 else {
      throw StoreError(.missing, "the \(kind) to change is not there")
    }
  }
}
