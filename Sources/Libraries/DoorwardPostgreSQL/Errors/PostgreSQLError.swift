/// An error of PostgreSQL, of the connection to it, or of this module.
public struct PostgreSQLError: Error, Equatable, CustomStringConvertible {
  /// The kinds of failure; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String
    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of failure.
  public let code: Code
  /// The SQLSTATE of the server, such as `40001`; nil if the server has not sent one.
  public let sqlState: String?
  /// The server's message. It names tables, columns and constraints, never a value of a row and never a password.
  public let reason: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - reason: a sentence for the operator, without values and passwords.
  ///   - sqlState: the SQLSTATE of the server.
  public init(_ code: Code, _ reason: String, sqlState: String? = nil) {
    self.code = code
    self.reason = reason
    self.sqlState = sqlState
  }

  public var description: String {
    sqlState.map { "PostgreSQL \($0): \(reason)" } ?? "PostgreSQL: \(reason)"
  }

  /// Two errors are equal if their codes are equal, because the messages differ between versions and languages.
  public static func == (left: PostgreSQLError, right: PostgreSQLError) -> Bool { left.code == right.code }
}

extension PostgreSQLError.Code {
  // MARK: The transaction can be repeated

  /// Concurrent transactions conflict (40001). The transaction succeeds if it is repeated.
  public static let serialization = Self(rawValue: "serialization")
  /// Transactions waited for each other (40P01). The transaction succeeds if it is repeated.
  public static let deadlock = Self(rawValue: "deadlock")
  /// The server does not know a prepared statement any more, or its result has changed with the schema (26000,
  /// 0A000). The connection has forgotten its prepared statements, so that the transaction can be repeated.
  public static let stalePlan = Self(rawValue: "stale_plan")

  // MARK: The transaction may have been committed

  /// The server does not know whether the statement, such as a `COMMIT`, has had an effect (40003).
  public static let completionUnknown = Self(rawValue: "completion_unknown")

  // MARK: A statement was refused

  /// A uniqueness rule refused the row (23505).
  public static let unique = Self(rawValue: "unique")
  /// The row that the new row refers to does not exist, or a row still refers to the deleted row (23503).
  public static let foreignKey = Self(rawValue: "foreign_key")
  /// Another constraint refused the row (class 23).
  public static let constraint = Self(rawValue: "constraint")
  /// A statement that must change exactly one row has changed none or several (22012).
  public static let rowCount = Self(rawValue: "row_count")
  /// The statement ran longer than `statement_timeout`, or was cancelled (57014).
  public static let cancelled = Self(rawValue: "cancelled")
  /// Another transaction held a lock for longer than `lock_timeout` (55P03).
  public static let lockNotAvailable = Self(rawValue: "lock_not_available")
  /// The server is a standby, or the session is read-only (25006).
  public static let readOnly = Self(rawValue: "read_only")
  /// The transaction had failed before, so the server accepts only its end (25P02).
  public static let failedTransaction = Self(rawValue: "failed_transaction")
  /// An earlier statement of the same batch failed, so the server has skipped this one.
  public static let skipped = Self(rawValue: "skipped")
  /// The table does not exist (42P01).
  public static let undefinedTable = Self(rawValue: "undefined_table")
  /// The user of the database may not do this (42501).
  public static let insufficientPrivilege = Self(rawValue: "insufficient_privilege")
  /// The type of a column is not the requested one, a text is not UTF-8, or a value does not fit.
  public static let mismatch = Self(rawValue: "mismatch")
  /// The connection or a statement was used in a way that is not allowed.
  public static let misuse = Self(rawValue: "misuse")

  // MARK: The server cannot serve

  /// The disk of the server is full (53100).
  public static let diskFull = Self(rawValue: "disk_full")
  /// The memory of the server is exhausted (53200).
  public static let outOfMemory = Self(rawValue: "out_of_memory")
  /// The server accepts no more connections (53300).
  public static let tooManyConnections = Self(rawValue: "too_many_connections")
  /// The server is starting up, or recovers (57P03).
  public static let startingUp = Self(rawValue: "starting_up")
  /// The server has ended the connection: it is shutting down, or another process of it has crashed (57P01, 57P02).
  public static let shuttingDown = Self(rawValue: "shutting_down")
  /// The data of the server is damaged, or the disk failed (58030, XX001, XX002).
  public static let damaged = Self(rawValue: "damaged")

  // MARK: The connection

  /// No connection could be made: the server does not run, its name is unknown, or a firewall refuses.
  public static let unreachable = Self(rawValue: "unreachable")
  /// The server refuses the user, the password or the database (class 28, 3D000).
  public static let authentication = Self(rawValue: "authentication")
  /// TLS failed: the server offers none, or its certificate is not trusted.
  public static let tls = Self(rawValue: "tls")
  /// The connection was lost before anything of the statement was sent. The statement did not run.
  public static let connectionLostBeforeSending = Self(rawValue: "connection_lost_before_sending")
  /// The connection was lost. The server may have run the statement, also if it was a `COMMIT`.
  public static let connectionLostAfterSending = Self(rawValue: "connection_lost_after_sending")
  /// The server has not answered in time, and the connection was closed. The server may have run the statement.
  public static let noAnswer = Self(rawValue: "no_answer")

  /// Any other error of the server.
  public static let other = Self(rawValue: "other")
}

extension PostgreSQLError {
  /// Whether the transaction can be repeated on the same connection after a rollback.
  public var canBeRepeated: Bool {
    switch code {
    case .serialization, .deadlock, .stalePlan: true
    default: false
    }
  }

  /// Whether the connection has ended with this error. It must be closed and replaced.
  public var endsConnection: Bool {
    switch code {
    case .connectionLostBeforeSending, .connectionLostAfterSending, .noAnswer, .shuttingDown: true
    default: false
    }
  }

  /// Whether a `COMMIT` that was answered with this error may have succeeded.
  ///
  /// A pooler that loses its connection to the server answers with an error of class 08, also after it has passed the
  /// `COMMIT` on.
  public var leavesCommitUnknown: Bool {
    if sqlState?.hasPrefix("08") == true || code == .completionUnknown { return true }
    return endsConnection && code != .connectionLostBeforeSending
  }
}
