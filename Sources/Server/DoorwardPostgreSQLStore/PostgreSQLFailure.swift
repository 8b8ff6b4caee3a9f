import DoorwardPostgreSQL
import DoorwardStore

extension StoreError {
  /// Translates a failure of PostgreSQL for the operator.
  init(_ error: PostgreSQLError) {
    let detail = "(\(error.description))"
    switch error.code {
    case .unique: self.init(.conflict, "another row already holds this key \(detail)")
    case .foreignKey: self.init(.missing, "the row refers to a row that does not exist \(detail)")
    case .constraint, .mismatch:
      self.init(.malformed, "a value has the wrong type or violates a rule of the database \(detail)")
    case .serialization, .deadlock, .stalePlan:
      self.init(.unavailable, "too many transactions changed the same rows at once: try again \(detail)")
    case .cancelled:
      self.init(
        .unavailable, "a statement took too long: check the load of the database and its indexes \(detail)")
    case .lockNotAvailable:
      self.init(
        .unavailable, "another session has locked a table or a row for too long: end that session \(detail)")
    case .readOnly:
      self.init(
        .unavailable, "the database is a standby or read-only: use the address of the primary \(detail)")
    case .undefinedTable:
      self.init(.malformed, "a table of the server is not in the database: restore a backup \(detail)")
    case .insufficientPrivilege:
      self.init(
        .unavailable,
        "the user of the database lacks a privilege: make the user owner of the tables \(detail)")
    case .diskFull: self.init(.unavailable, "the disk of the database is full: free space \(detail)")
    case .outOfMemory: self.init(.unavailable, "the memory of the database is exhausted \(detail)")
    case .tooManyConnections:
      self.init(
        .unavailable,
        "the database accepts no more connections: raise max_connections, or lower database_connections of each "
          + "server \(detail)")
    case .startingUp, .shuttingDown:
      self.init(.unavailable, "the database is starting or shutting down: try again later \(detail)")
    case .damaged: self.init(.unavailable, "the disk or the data of the database is damaged \(detail)")
    case .unreachable: self.init(.unavailable, "the database cannot be reached: check its address \(detail)")
    case .authentication:
      self.init(.unavailable, "the database refuses the user, the password or the database \(detail)")
    case .tls: self.init(.unavailable, "the connection to the database cannot be protected \(detail)")
    case .connectionLostBeforeSending, .connectionLostAfterSending, .noAnswer:
      self.init(.unavailable, "the connection to the database was lost: try again \(detail)")
    default: self.init(.unavailable, "the database failed \(detail)")
    }
  }

  /// The error of a commit whose answer was lost.
  static func uncertain(_ error: PostgreSQLError) -> StoreError {
    StoreError(
      .uncertain,
      "the connection to the database was lost during a commit, so the changes may or may not be stored "
        + "(\(error.description))")
  }

  /// Translates an error of a lower layer into the error that the store throws. Other errors are returned unchanged.
  static func explaining(_ error: any Error) -> any Error {
    (error as? PostgreSQLError).map { StoreError($0) } ?? error
  }
}
