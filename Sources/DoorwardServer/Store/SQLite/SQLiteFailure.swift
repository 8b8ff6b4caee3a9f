import DoorwardSQLite

extension StoreError {
  /// What an SQLite failure means to whoever runs the server.
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

  /// Any error as the store tells it: its own stay, SQLite's are explained.
  static func explaining(_ error: any Error) -> any Error {
    (error as? SQLiteError).map(StoreError.init) ?? error
  }
}

/// Runs `body`; what SQLite throws is explained.
func explainingFailures<Value>(_ body: () throws -> Value) throws -> Value {
  do { return try body() } catch { throw StoreError.explaining(error) }
}
