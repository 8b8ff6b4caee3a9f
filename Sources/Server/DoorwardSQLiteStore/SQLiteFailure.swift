import DoorwardSQLRows
import DoorwardSQLite
import DoorwardStore
import DoorwardSystem

extension StoreError {
  /// Translates an SQLite failure for the operator.
  init(_ error: SQLiteError) {
    let detail = "(SQLite \(error.code.rawValue): \(error.reason))"
    switch error.code {
    case .uniqueConstraint, .primaryKeyConstraint:
      self.init(.conflict, "another row already holds this key \(detail)")
      return
    case .foreignKeyConstraint:
      self.init(.missing, "the row refers to a row that does not exist \(detail)")
      return
    default: break
    }
    switch error.code.primary {
    case .full:
      self.init(
        .unavailable, "the disk is full or the database has reached its maximum size: free space \(detail)")
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
        "the database file cannot be opened: check the path and its permissions \(detail)")
    case .inputOutput:
      self.init(.unavailable, "the disk failed to read or write the database: check the disk \(detail)")
    case .busy, .locked:
      self.init(.unavailable, "another process keeps the database locked: stop that process \(detail)")
    case .outOfMemory:
      self.init(.unavailable, "the memory is exhausted: give the server more memory \(detail)")
    case .constraint, .mismatch:
      self.init(.malformed, "a value has the wrong type or violates a rule of the database \(detail)")
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
}

/// Runs `body` and translates the errors of the lower layers.
func explainingFailures<Value>(_ body: () throws -> Value) throws -> Value {
  do { return try body() } catch { throw StoreError.explaining(error) }
}
