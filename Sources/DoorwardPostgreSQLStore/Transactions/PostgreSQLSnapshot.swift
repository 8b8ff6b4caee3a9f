import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// One consistent view of the database. The first query takes it.
final class PostgreSQLSnapshot: SQLReading {
  private let exchange: Exchange
  /// The error after which the transaction cannot continue.
  private(set) var failure: PostgreSQLError?

  private init(_ connection: PostgreSQLConnection) {
    exchange = Exchange(connection, .readOnlySnapshot)
  }

  /// Runs a body on a snapshot. The end of the transaction is not waited for.
  ///
  /// - Throws: ``TransactionFailure`` if the transaction failed; otherwise the error of the body.
  static func run<Value>(
    on connection: PostgreSQLConnection, _ body: (any StoreReading) throws -> Value
  ) throws -> Value {
    let snapshot = PostgreSQLSnapshot(connection)
    defer { snapshot.exchange.leave("COMMIT") }
    let result = Result { try body(snapshot) }
    // The body may have caught the error.
    if let failure = snapshot.failure { throw TransactionFailure(failure, isCommitting: false) }
    return try result.get()
  }

  func visit(
    _ sql: StaticString, _ values: [SQLValue], _ body: (borrowing SQLRow) throws -> Bool
  ) throws {
    if let failure { throw StoreError(failure) }
    let result: PostgreSQLResult
    do throws(PostgreSQLError) {
      result = try exchange.result(sql, values.map(PostgreSQLValue.init))
    } catch {
      failure = error
      throw StoreError(error)
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
