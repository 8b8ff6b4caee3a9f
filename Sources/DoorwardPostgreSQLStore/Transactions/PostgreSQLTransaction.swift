import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// One attempt of a transaction that writes.
///
/// An optimistic attempt does not wait for a change whose result is normally the expected one. The change is sent with the
/// next query or with the commit, so a sign-in takes one round trip for each query that it needs, and one more. If a result is
/// not the expected one, the server rejects the rest with the commit. A careful attempt then runs the body again: it waits for
/// each change, in a savepoint, so that the body sees the error and continues.
final class PostgreSQLTransaction: SQLWriting {
  private let exchange: Exchange
  private let isCareful: Bool
  /// Whether a change was sent or queued.
  private var hasChanged = false
  /// Whether a row was changed, if the transaction is committed.
  private var hasChangedRows = false
  private var announcesChange = false
  private var prefetched = PrefetchedResults()
  /// The failure after which the transaction cannot continue. The body may have caught its error.
  private var failure: TransactionFailure?

  private init(_ connection: PostgreSQLConnection, isCareful: Bool) {
    exchange = Exchange(connection, begin: "BEGIN ISOLATION LEVEL SERIALIZABLE")
    self.isCareful = isCareful
  }

  /// Runs a body and commits.
  ///
  /// - Returns: the value of the body, and whether a row was changed.
  /// - Throws: ``TransactionFailure`` if the transaction failed; otherwise the error of the body. Then nothing was committed,
  ///   except perhaps after ``TransactionFailure/uncertain(_:)``.
  static func run<Value>(
    on connection: PostgreSQLConnection, isCareful: Bool, _ body: (PostgreSQLTransaction) throws -> Value
  ) throws -> (value: Value, hasChangedRows: Bool) {
    let transaction = PostgreSQLTransaction(connection, isCareful: isCareful)
    do {
      let value = try body(transaction)
      try transaction.commit()
      return (value, transaction.hasChangedRows)
    } catch {
      let failure = transaction.failureAfterBody()
      transaction.exchange.leave("ROLLBACK")
      throw failure ?? error
    }
  }

  private func commit() throws(TransactionFailure) {
    if let failure { throw failure }
    do throws(PostgreSQLError) {
      try exchange.commit()
    } catch {
      // Whether a transaction without changes was committed makes no difference.
      throw fail(error, isCommitting: hasChanged && exchange.mayHaveCommitted)
    }
    if announcesChange { ChangeChannel.announce(on: exchange.connection) }
  }

  func announceChange() { announcesChange = true }

  /// The failure that the body may have hidden, or may not know yet because results are awaited.
  private func failureAfterBody() -> TransactionFailure? {
    if failure == nil, exchange.isUnchecked {
      do throws(PostgreSQLError) { try exchange.check() } catch { _ = fail(error) }
    }
    return failure
  }

  func visit(
    _ sql: StaticString, _ values: [SQLValue], _ body: (borrowing SQLRow) throws -> Bool
  ) throws {
    try result(sql, values).visitRows(body)
  }

  /// A careful attempt reads nothing ahead.
  func prefetch(_ queries: () throws -> PrefetchedQueries) throws {
    guard !isCareful else { return }
    let queries = try queries()
    prefetched = try attempt { () throws(PostgreSQLError) in try PrefetchedResults(queries, on: exchange) }
  }

  func run(_ sql: StaticString, _ values: [SQLValue], expecting expectation: ExpectedChange) throws -> Int {
    hasChanged = true
    prefetched.forget(changedBy: sql)
    if isCareful { return noted(try runInSavepoint(sql, values.map(PostgreSQLValue.init))) }
    switch expectation {
    case .nothing: return noted(try result(sql, values).affectedRows)
    case .insertedRow, .success, .changedRow:
      try attempt { () throws(PostgreSQLError) in
        try exchange.queue(
          sql, values.map(PostgreSQLValue.init), mustChangeOneRow: expectation == .changedRow)
      }
      return expectation == .success ? 1 : noted(1)
    }
  }

  private func noted(_ changedRows: Int) -> Int {
    if changedRows > 0 { hasChangedRows = true }
    return changedRows
  }

  private func result(_ sql: StaticString, _ values: [SQLValue]) throws -> PostgreSQLResult {
    try attempt { () throws(PostgreSQLError) in
      if let result = try prefetched.take(sql, values, on: exchange) { return result }
      return try exchange.result(sql, values.map(PostgreSQLValue.init))
    }
  }

  /// Runs a change. If a constraint refuses it, only the change is undone.
  private func runInSavepoint(_ sql: StaticString, _ values: [PostgreSQLValue]) throws -> Int {
    if let failure { throw failure.storeError }
    do throws(PostgreSQLError) {
      try exchange.queue("SAVEPOINT change", [])
      let count = try exchange.result(sql, values).affectedRows
      try exchange.queue("RELEASE SAVEPOINT change", [])
      return count
    } catch {
      guard error.isRefusedRow else { throw fail(error).storeError }
      try attempt { () throws(PostgreSQLError) in
        try exchange.queue("ROLLBACK TO SAVEPOINT change", [])
        try exchange.queue("RELEASE SAVEPOINT change", [])
      }
      throw StoreError(error)
    }
  }

  /// Uses the connection, unless the transaction has failed.
  private func attempt<Value>(_ body: () throws(PostgreSQLError) -> Value) throws -> Value {
    if let failure { throw failure.storeError }
    do throws(PostgreSQLError) {
      return try body()
    } catch {
      throw fail(error).storeError
    }
  }

  /// Notes a failure after which the transaction cannot continue.
  private func fail(_ error: PostgreSQLError, isCommitting: Bool = false) -> TransactionFailure {
    let failure =
      !isCareful && error.isRefusedRow
      ? .unexpectedResult : TransactionFailure(error, isCommitting: isCommitting)
    self.failure = failure
    return failure
  }
}

extension PostgreSQLError {
  /// Whether the data is the reason: a constraint, a value, or a row that does not exist.
  fileprivate var isRefusedRow: Bool {
    switch code {
    case .unique, .foreignKey, .constraint, .mismatch, .rowCount: true
    default: false
    }
  }
}
