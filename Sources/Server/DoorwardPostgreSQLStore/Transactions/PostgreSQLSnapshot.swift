import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// One consistent view of the database. The first query takes it.
///
/// A snapshot whose reads are announced ends with them, in the same round trip. If the body reads something else, it runs again
/// on a snapshot that ends after it.
final class PostgreSQLSnapshot: SQLReading {
  /// The body has read something that was not announced.
  private struct UnannouncedRead: Error {}

  private let transaction: DatabaseTransaction
  private let endsWithPrefetch: Bool
  private var prefetched = PrefetchedResults()
  private var isIncomplete = false

  private init(_ connection: PostgreSQLConnection, endsWithPrefetch: Bool) {
    transaction = DatabaseTransaction(Exchange(connection, .readOnlySnapshot), isCareful: true)
    self.endsWithPrefetch = endsWithPrefetch
  }

  /// Runs a body on a snapshot. The end of the transaction is not waited for.
  ///
  /// - Throws: ``TransactionFailure`` if the transaction failed; otherwise the error of the body.
  static func run<Value>(
    on connection: PostgreSQLConnection, prefetching: Prefetching?,
    _ body: (any StoreReading) throws -> Value
  ) throws -> Value {
    let announced = PostgreSQLSnapshot(connection, endsWithPrefetch: true)
    let result = try announced.finish(prefetching, body)
    guard announced.isIncomplete else { return try result.get() }
    return try PostgreSQLSnapshot(connection, endsWithPrefetch: false).finish(prefetching, body).get()
  }

  private func finish<Value>(
    _ prefetching: Prefetching?, _ body: (any StoreReading) throws -> Value
  ) throws -> Result<Value, any Error> {
    defer { transaction.exchange.leave("COMMIT") }
    let result = Result { try run(prefetching, body) }
    // The body may have caught the error.
    if let failure = transaction.failure { throw failure }
    return result
  }

  private func run<Value>(_ prefetching: Prefetching?, _ body: (any StoreReading) throws -> Value) throws
    -> Value
  {
    if let prefetching {
      prefetched = try PrefetchedResults(prefetching, in: transaction)
      try end()
    }
    return try body(self)
  }

  func visit(
    _ sql: StaticString, _ values: [SQLValue], _ body: (borrowing SQLRow) throws -> Bool
  ) throws {
    let result = try transaction.attempt { () throws(PostgreSQLError) in
      try prefetched.result(of: sql, values, on: transaction.exchange)
    }
    try (result ?? unannounced(sql, values)).visitRows(body)
  }

  private func unannounced(_ sql: StaticString, _ values: [SQLValue]) throws -> PostgreSQLResult {
    try requireOpen()
    return try transaction.attempt { () throws(PostgreSQLError) in
      try transaction.exchange.result(sql, values.map(PostgreSQLValue.init))
    }
  }

  func prefetch(_ queries: [PrefetchedQueries.Query]) throws {
    try requireOpen()
    try transaction.attempt { () throws(PostgreSQLError) in
      for query in queries { try prefetched.add(query, on: transaction.exchange) }
    }
    try end()
  }

  var readAhead: ReadAhead? {
    get throws {
      let carried = try transaction.attempt { () throws(PostgreSQLError) in
        try prefetched.carried(on: transaction.exchange)
      }
      return carried.map { ReadAhead($0) }
    }
  }

  private func end() throws {
    guard endsWithPrefetch else { return }
    try transaction.attempt { () throws(PostgreSQLError) in try transaction.exchange.queueEnd("COMMIT") }
  }

  private func requireOpen() throws {
    guard transaction.exchange.hasEnded else { return }
    isIncomplete = true
    throw UnannouncedRead()
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
