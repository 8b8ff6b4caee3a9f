import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// One consistent view of the database. The first query takes it.
final class PostgreSQLSnapshot: SQLReading {
  private let transaction: DatabaseTransaction

  private init(_ connection: PostgreSQLConnection) {
    transaction = DatabaseTransaction(Exchange(connection, .readOnlySnapshot), isCareful: true)
  }

  /// Runs a body on a snapshot. The end of the transaction is not waited for.
  ///
  /// - Throws: ``TransactionFailure`` if the transaction failed; otherwise the error of the body.
  static func run<Value>(
    on connection: PostgreSQLConnection, _ body: (any StoreReading) throws -> Value
  ) throws -> Value {
    let snapshot = PostgreSQLSnapshot(connection)
    defer { snapshot.transaction.exchange.leave("COMMIT") }
    let result = Result { try body(snapshot) }
    // The body may have caught the error.
    if let failure = snapshot.transaction.failure { throw failure }
    return try result.get()
  }

  func visit(
    _ sql: StaticString, _ values: [SQLValue], _ body: (borrowing SQLRow) throws -> Bool
  ) throws {
    let result = try transaction.attempt { () throws(PostgreSQLError) in
      try transaction.exchange.result(sql, values.map(PostgreSQLValue.init))
    }
    try result.visitRows(body)
  }
}

extension PostgreSQLResult {
  /// Calls a body with each row until the body returns false.
  func visitRows(_ body: (borrowing SQLRow) throws -> Bool) throws {
    do {
      for index in 0..<count {
        guard try body(StoredColumns(row: row(index))) else { return }
      }
    } catch {
      throw StoreError.explaining(error)
    }
  }
}
