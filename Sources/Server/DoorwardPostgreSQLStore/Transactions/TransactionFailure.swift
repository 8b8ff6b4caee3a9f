import DoorwardPostgreSQL
package import DoorwardStore

/// The reason why a transaction did not commit.
package enum TransactionFailure: Error {
  /// A result is not the expected one. The transaction must run again, and wait for each result.
  case unexpectedResult
  /// Other transactions have changed the same rows.
  case collision(StoreError)
  /// The connection cannot be used any more, or the server does not accept changes any more. Nothing was committed.
  case lostConnection(StoreError)
  /// The answer to the commit was lost.
  case uncertain(StoreError)
  /// The database refuses the transaction, and would refuse it again.
  case refused(StoreError)

  /// - Parameters:
  ///   - error: the first error of the transaction.
  ///   - isCommitting: whether the server may have committed changes.
  init(_ error: PostgreSQLError, isCommitting: Bool) {
    if isCommitting, error.leavesCommitUnknown {
      self = .uncertain(.uncertain(error))
    } else if error.endsConnection || error.code == .readOnly {
      // The address of a standby that was promoted may name another server now.
      self = .lostConnection(StoreError(error))
    } else if error.canBeRepeated {
      self = .collision(StoreError(error))
    } else {
      self = .refused(StoreError(error))
    }
  }

  /// The error for the body, which cannot continue.
  var storeError: StoreError {
    switch self {
    case .unexpectedResult: StoreError(.unavailable, "the transaction must run again")
    case .collision(let error), .lostConnection(let error), .uncertain(let error), .refused(let error): error
    }
  }
}
