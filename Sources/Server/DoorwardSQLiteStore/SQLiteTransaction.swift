import DoorwardSQLRows
import DoorwardSQLite
import DoorwardStore

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
