import CDoorwardSQLite

/// An error of SQLite or of this module.
public struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// An SQLite result code, extended if SQLite extends it; an open set (https://sqlite.org/rescode.html).
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number of the result code.
    public let rawValue: Int32
    /// Makes a code from SQLite's number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The primary result code, without its extension.
    public var primary: Code { Code(rawValue: rawValue & 0xff) }

    /// The statement is invalid or names an object that does not exist (`SQLITE_ERROR`).
    public static let error = Code(rawValue: SQLITE_ERROR)
    /// Another connection held a lock for longer than the busy timeout.
    public static let busy = Code(rawValue: SQLITE_BUSY)
    /// Another statement of the same connection conflicts with this one.
    public static let locked = Code(rawValue: SQLITE_LOCKED)
    /// The memory is exhausted.
    public static let outOfMemory = Code(rawValue: SQLITE_NOMEM)
    /// The file, its directory or the connection is read-only.
    public static let readOnly = Code(rawValue: SQLITE_READONLY)
    /// The disk failed; the extended code names the operation.
    public static let inputOutput = Code(rawValue: SQLITE_IOERR)
    /// The file is damaged.
    public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    /// The disk is full, or the file has reached its maximum size.
    public static let full = Code(rawValue: SQLITE_FULL)
    /// The file, or one of its companion files, does not exist or cannot be opened.
    public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    /// A constraint refused the row; the extended code names the constraint.
    public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    /// The type of a column is not the requested one.
    public static let mismatch = Code(rawValue: SQLITE_MISMATCH)
    /// The connection or a statement was used in a way that SQLite does not allow.
    public static let misuse = Code(rawValue: SQLITE_MISUSE)
    /// The file is not a database.
    public static let notADatabase = Code(rawValue: SQLITE_NOTADB)

    /// `UNIQUE` refused the row.
    public static let uniqueConstraint = Code(rawValue: SQLITE_CONSTRAINT | 8 << 8)
    /// `PRIMARY KEY` refused the row.
    public static let primaryKeyConstraint = Code(rawValue: SQLITE_CONSTRAINT | 6 << 8)
    /// `FOREIGN KEY` refused the row.
    public static let foreignKeyConstraint = Code(rawValue: SQLITE_CONSTRAINT | 3 << 8)
  }

  /// The kind of failure.
  public let code: Code
  /// SQLite's message. It names tables and columns, never a bound value.
  public let reason: String

  /// Makes an error.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "SQLite \(code.rawValue): \(reason)" }

  /// Two errors are equal if their codes are equal, because the messages differ between versions of SQLite.
  public static func == (left: SQLiteError, right: SQLiteError) -> Bool { left.code == right.code }
}
