import DoorwardPostgreSQL
import DoorwardStore

/// One transaction of the database, for one body or for several bodies that share it.
final class DatabaseTransaction {
  let exchange: Exchange
  /// Whether each change is waited for.
  let isCareful: Bool
  /// Whether a change was sent or queued.
  var hasChanged = false
  /// Whether a row was changed, if the transaction is committed.
  var hasChangedRows = false
  var announcesChange = false
  /// The failure after which the transaction cannot continue. The body may have caught its error.
  private(set) var failure: TransactionFailure?

  init(_ exchange: Exchange, isCareful: Bool = false) {
    self.exchange = exchange
    self.isCareful = isCareful
  }

  /// Commits.
  ///
  /// - Throws: ``TransactionFailure``. Nothing was committed, except perhaps after ``TransactionFailure/uncertain(_:)``.
  func commit() throws(TransactionFailure) {
    if let failure { throw failure }
    do throws(PostgreSQLError) {
      try exchange.commit()
    } catch {
      // Whether a transaction without changes was committed makes no difference.
      throw fail(error, isCommitting: hasChanged && exchange.mayHaveCommitted)
    }
    if announcesChange { ChangeChannel.announce(on: exchange.connection) }
  }

  /// Rolls back and does not wait for that.
  ///
  /// - Returns: the failure that a body may have hidden, or may not know yet because results are awaited.
  func rollBack() -> TransactionFailure? {
    if failure == nil, exchange.isUnchecked {
      do throws(PostgreSQLError) { try exchange.check() } catch { _ = fail(error) }
    }
    exchange.leave("ROLLBACK")
    return failure
  }

  /// Uses the connection, unless the transaction has failed.
  func attempt<Value>(_ body: () throws(PostgreSQLError) -> Value) throws -> Value {
    if let failure { throw failure.storeError }
    do throws(PostgreSQLError) {
      return try body()
    } catch {
      throw fail(error).storeError
    }
  }

  /// Notes a failure after which the transaction cannot continue.
  func fail(_ error: PostgreSQLError, isCommitting: Bool = false) -> TransactionFailure {
    let failure =
      !isCareful && error.isRefusedRow
      ? .unexpectedResult : TransactionFailure(error, isCommitting: isCommitting)
    self.failure = failure
    return failure
  }
}

extension PostgreSQLError {
  /// Whether the data is the reason: a constraint, a value, or a row that does not exist.
  var isRefusedRow: Bool {
    switch code {
    case .unique, .foreignKey, .constraint, .mismatch, .rowCount: true
    default: false
    }
  }
}
