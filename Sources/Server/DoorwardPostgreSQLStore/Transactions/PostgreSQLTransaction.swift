import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// The changes of one body, in one attempt.
///
/// An optimistic attempt does not wait for a change whose result is normally the expected one. The change is sent with the
/// next query or with the commit, so a sign-in takes one round trip for each query that it needs, and one more. If a result is
/// not the expected one, the server rejects the rest with the commit. A careful attempt then runs the body again: it waits for
/// each change, in a savepoint, so that the body sees the error and continues.
final class PostgreSQLTransaction: SQLWriting {
  private let transaction: DatabaseTransaction
  private var prefetched: PrefetchedResults
  /// The results before the first change.
  private let original: PrefetchedResults
  private(set) var changeCount = 0
  /// Whether the body has changed something, or has tried to.
  var hasChanged: Bool { changeCount > 0 }

  init(_ transaction: DatabaseTransaction, _ prefetched: PrefetchedResults = PrefetchedResults()) {
    self.transaction = transaction
    self.prefetched = prefetched
    original = prefetched
  }

  /// Runs a body and commits.
  ///
  /// `connection` is a connection without a transaction. `isCareful` says whether the attempt waits for each change.
  /// Then it reads nothing ahead, and is serializable. `isolation` is the isolation level of an attempt that is not
  /// careful. `prefetching` are the reads that the body will probably need.
  ///
  /// - Returns: the value of the body, and whether a row was changed.
  /// - Throws: ``TransactionFailure`` if the transaction failed; otherwise the error of the body. Then nothing was committed,
  ///   except perhaps after ``TransactionFailure/uncertain(_:)``.
  static func run<Value>(
    on connection: PostgreSQLConnection, isCareful: Bool, _ isolation: Isolation, prefetching: Prefetching?,
    _ body: (PostgreSQLTransaction) throws -> Value
  ) throws -> (value: Value, hasChangedRows: Bool) {
    let transaction = DatabaseTransaction(
      Exchange(connection, isCareful ? .serializable : isolation), isCareful: isCareful)
    do {
      let prefetched =
        if let prefetching, !isCareful {
          try PrefetchedResults(prefetching, in: transaction)
        } else {
          PrefetchedResults()
        }
      let value = try body(PostgreSQLTransaction(transaction, prefetched))
      try transaction.commit()
      return (value, transaction.hasChangedRows)
    } catch {
      throw transaction.rollBack() ?? error
    }
  }

  func announceChange() { transaction.announcesChange = true }

  var readAhead: ReadAhead? {
    get throws {
      let carried = try transaction.attempt { () throws(PostgreSQLError) in
        try original.carried(on: transaction.exchange)
      }
      return carried.map { ReadAhead($0) }
    }
  }

  func prefetch(_ queries: [PrefetchedQueries.Query]) throws {
    guard !transaction.isCareful else { return }
    try transaction.attempt { () throws(PostgreSQLError) in
      for query in queries { try prefetched.add(query, on: transaction.exchange) }
    }
  }

  func visit(
    _ sql: StaticString, _ values: [SQLValue], _ body: (borrowing SQLRow) throws -> Bool
  ) throws {
    try result(sql, values).visitRows(body)
  }

  func run(_ sql: StaticString, _ values: [SQLValue], expecting expectation: ExpectedChange) throws -> Int {
    changeCount += 1
    transaction.hasChanged = true
    prefetched.forget(changedBy: sql, values)
    let bound = values.map(PostgreSQLValue.init)
    if transaction.isCareful { return noted(try runInSavepoint(sql, bound)) }
    switch expectation {
    case .nothing: return noted(try result(sql, values).affectedRows)
    case .insertedRow, .success, .changedRow:
      try transaction.attempt { () throws(PostgreSQLError) in
        try transaction.exchange.queue(sql, bound, mustAffectOneRow: expectation == .changedRow)
      }
      return expectation == .success ? 1 : noted(1)
    }
  }

  private func noted(_ changedRows: Int) -> Int {
    if changedRows > 0 { transaction.hasChangedRows = true }
    return changedRows
  }

  private func result(_ sql: StaticString, _ values: [SQLValue]) throws -> PostgreSQLResult {
    try transaction.attempt { () throws(PostgreSQLError) in
      if let result = try prefetched.result(of: sql, values, on: transaction.exchange) { return result }
      return try transaction.exchange.result(sql, values.map(PostgreSQLValue.init))
    }
  }

  /// Runs a change. If a constraint refuses it, only the change is undone.
  private func runInSavepoint(_ sql: StaticString, _ values: [PostgreSQLValue]) throws -> Int {
    if let failure = transaction.failure { throw failure.storeError }
    let exchange = transaction.exchange
    do throws(PostgreSQLError) {
      try exchange.queue("SAVEPOINT change", [])
      let count = try exchange.result(sql, values).affectedRows
      try exchange.queue("RELEASE SAVEPOINT change", [])
      return count
    } catch {
      guard error.isRefusedRow else { throw transaction.fail(error).storeError }
      try transaction.attempt { () throws(PostgreSQLError) in
        try exchange.queue("ROLLBACK TO SAVEPOINT change", [])
        try exchange.queue("RELEASE SAVEPOINT change", [])
      }
      throw StoreError(error)
    }
  }
}

/// The degree to which a transaction is isolated from others.
enum Isolation {
  /// The transaction has the effect that it would have if it ran alone. It can fail if another transaction changes rows that it
  /// has read. PostgreSQL tracks whole pages of an index, so it also reports false collisions.
  case serializable
  /// All reads see the rows of one instant. The transaction fails if another one has changed a row that it changes.
  case snapshot
  /// As `snapshot`, without changes.
  case readOnlySnapshot

  /// The statement that begins the transaction.
  var begin: StaticString {
    switch self {
    case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
    case .snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ"
    case .readOnlySnapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }
  }
}
