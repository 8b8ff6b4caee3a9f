import CSQLite

/// What SQLite, or this module for it, refused to do.
public struct SQLiteError: Error, Equatable, CustomStringConvertible {
  /// An SQLite result code, extended where SQLite extends it; an open set (https://sqlite.org/rescode.html).
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without its extension: what kind of failure it is.
    public var primary: Code { Code(rawValue: rawValue & 0xff) }

    public static let error = Code(rawValue: SQLITE_ERROR)
    public static let busy = Code(rawValue: SQLITE_BUSY)
    public static let locked = Code(rawValue: SQLITE_LOCKED)
    public static let outOfMemory = Code(rawValue: SQLITE_NOMEM)
    public static let readOnly = Code(rawValue: SQLITE_READONLY)
    public static let inputOutput = Code(rawValue: SQLITE_IOERR)
    public static let corrupt = Code(rawValue: SQLITE_CORRUPT)
    public static let full = Code(rawValue: SQLITE_FULL)
    public static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
    public static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
    /// A column holds another type than the one asked for.
    public static let mismatch = Code(rawValue: SQLITE_MISMATCH)
    /// The connection or a statement was used in a way SQLite does not allow.
    public static let misuse = Code(rawValue: SQLITE_MISUSE)
    public static let notADatabase = Code(rawValue: SQLITE_NOTADB)

    /// `UNIQUE` refused the row.
    public static let uniqueConstraint = Code(rawValue: SQLITE_CONSTRAINT | 8 << 8)
    /// `PRIMARY KEY` refused the row.
    public static let primaryKeyConstraint = Code(rawValue: SQLITE_CONSTRAINT | 6 << 8)
    /// `FOREIGN KEY` refused the row.
    public static let foreignKeyConstraint = Code(rawValue: SQLITE_CONSTRAINT | 3 << 8)
  }

  public let code: Code
  /// SQLite's own sentence. It names tables and columns, never a value that was bound.
  public let reason: String

  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "SQLite \(code.rawValue): \(reason)" }

  public static func == (left: SQLiteError, right: SQLiteError) -> Bool { left.code == right.code }
}
