import CDoorwardSQLite

/// What SQLite, or this module for it, refused to do.
public struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// An SQLite result code, extended where SQLite extends it; an open set (https://sqlite.org/rescode.html).
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number, as SQLite gives it.
    public let rawValue: Int32
    /// Makes a code from SQLite's number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without its extension: what kind of failure it is.
    public var primary: Code { Code(rawValue: rawValue & 0xff) }

    /// A statement that cannot be understood, or names what is not there (`SQLITE_ERROR`).
    public static let error = Code(rawValue: SQLITE_ERROR)
    /// Another connection held a lock for longer than the busy timeout.
    public static let busy = Code(rawValue: SQLITE_BUSY)
    /// A statement of the same connection stands in the way.
    public static let locked = Code(rawValue: SQLITE_LOCKED)
    /// There was no memory.
    public static let outOfMemory = Code(rawValue: SQLITE_NOMEM)
    /// The file, its directory or the connection takes no writes.
    public static let readOnly = Code(rawValue: SQLITE_READONLY)
    /// The disk failed; the extended code says at what.
    public static let inputOutput = Code(rawValue: SQLITE_IOERR)
    /// The file is damaged.
    public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    /// The disk is full, or the file as large as it may become.
    public static let full = Code(rawValue: SQLITE_FULL)
    /// The file, or one beside it, is not there or cannot be opened.
    public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    /// A constraint refused the row; the extended code says which.
    public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    /// A column holds another type than the one asked for.
    public static let mismatch = Code(rawValue: SQLITE_MISMATCH)
    /// The connection or a statement was used in a way SQLite does not allow.
    public static let misuse = Code(rawValue: SQLITE_MISUSE)
    /// The file is something else than a database.
    public static let notADatabase = Code(rawValue: SQLITE_NOTADB)

    /// `UNIQUE` refused the row.
    public static let uniqueConstraint = Code(rawValue: SQLITE_CONSTRAINT | 8 << 8)
    /// `PRIMARY KEY` refused the row.
    public static let primaryKeyConstraint = Code(rawValue: SQLITE_CONSTRAINT | 6 << 8)
    /// `FOREIGN KEY` refused the row.
    public static let foreignKeyConstraint = Code(rawValue: SQLITE_CONSTRAINT | 3 << 8)
  }

  /// What kind of failure it is.
  public let code: Code
  /// SQLite's own sentence. It names tables and columns, never a value that was bound.
  public let reason: String

  /// Makes an error.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "SQLite \(code.rawValue): \(reason)" }

  /// Two errors are the same where their codes are: the words differ between versions of SQLite.
  public static func == (left: SQLiteError, right: SQLiteError) -> Bool { left.code == right.code }
}
