import DoorwardSQLite
import DoorwardStore
import DoorwardThreads

extension StoreError {
  /// Translates an SQLite failure for the operator.
  init(_ error: SQLiteError) {
    let detail = "(SQLite \(error.code.rawValue): \(error.reason))"
    switch error.code {
    case .uniqueConstraint, .primaryKeyConstraint:
      self.init(.conflict, "another row already holds this key \(detail)")
      return
    case .foreignKeyConstraint:
      self.init(.missing, "what the row belongs to is not there \(detail)")
      return
    default: break
    }
    switch error.code.primary {
    case .full:
      self.init(.unavailable, "the disk, or the size allowed to the database, is full: make room \(detail)")
    case .readOnly:
      self.init(
        .unavailable, "the database file or its directory is read-only: make both writable \(detail)")
    case .corrupt, .notADatabase:
      self.init(
        .unavailable,
        "the database file is damaged or not a database: check it, or restore a backup \(detail)")
    case .cannotOpen:
      self.init(
        .unavailable,
        "the database file cannot be opened: look at its path and permissions \(detail)")
    case .inputOutput:
      self.init(.unavailable, "the disk failed to read or write the database: look at the disk \(detail)")
    case .busy, .locked:
      self.init(.unavailable, "another process keeps the database locked: look for it \(detail)")
    case .outOfMemory:
      self.init(.unavailable, "there is no memory left for the database \(detail)")
    case .constraint, .mismatch:
      self.init(.malformed, "a value is not what the database holds \(detail)")
    default:
      self.init(.unavailable, "the database failed \(detail)")
    }
  }

  /// Translates an error of a lower layer into the error that the store throws. Other errors are returned unchanged.
  static func explaining(_ error: any Error) -> any Error {
    switch error {
    case let error as SQLiteError: StoreError(error)
    case let error as WorkerLaneError: StoreError(error)
    default: error
    }
  }

  private init(_ error: WorkerLaneError) {
    switch error {
    case .closed: self.init(.closed, "the store has been closed")
    case .full(let limit):
      self.init(.unavailable, "more than \(limit) requests wait for the store: try again later")
    case .noThread: self.init(.unavailable, "the system has no thread left: raise its limit of threads")
    }
  }
}

/// Runs `body` and translates the errors of the lower layers.
func explainingFailures<Value>(_ body: () throws -> Value) throws -> Value {
  do { return try body() } catch { throw StoreError.explaining(error) }
}
