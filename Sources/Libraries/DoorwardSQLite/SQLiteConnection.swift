internal import CDoorwardSQLite

/// One connection to a database file: the only owner of its C pointer.
///
/// SQLite is opened without its own mutexes (`SQLITE_OPEN_NOMUTEX`), so only one thread at a time may use a
/// connection. The type is not `Sendable`, so the compiler ensures this for a connection that stays with one owner. An
/// owner that lends its connections to several threads must lend each to one thread at a time, with a lock.
///
/// ```swift
/// let connection = try SQLiteConnection(path: "users.sqlite3")
/// let names = try connection.all("SELECT name FROM users WHERE age > ?1", [.integer(18)]) { row in
///   try row.text(0)
/// }
/// ```
///
/// SQL is a `StaticString`, which is a literal in the program, so no input can become part of it.
public final class SQLiteConnection {
  /// The oldest library with `STRICT` tables.
  static let oldestLibrary: Int32 = 3_037_000

  let handle: OpaquePointer
  /// The length of the write-ahead log. The commit hook writes it.
  let logFrames: UnsafeMutablePointer<Int32>
  /// The time to wait for a lock of another connection, in milliseconds.
  private(set) var busyTimeout: Int32
  private var statements = StatementCache()

  /// Opens a file that exists.
  ///
  /// - Throws: ``SQLiteError``. It is ``SQLiteError/Code/readOnly`` if SQLite would open the file only for reading.
  public init(path: String, options: SQLiteOptions = SQLiteOptions()) throws(SQLiteError) {
    guard sqlite3_libversion_number() >= Self.oldestLibrary else {
      throw SQLiteError(.error, "the SQLite library is older than 3.37: upgrade it")
    }
    Self.prepareLibrary
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw SQLiteError(.cannotOpen, "the path is empty or holds a NUL")
    }
    // In SQLite, "file:…" and ":memory:" have a special meaning. In this module they are normal paths.
    let file = path.hasPrefix("/") ? path : "./" + path
    let access = options.access == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    var opened: OpaquePointer?
    let code =
      options.access == .frozen
      ? sqlite3_open_v2(Self.frozenURI(file), &opened, access | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
      : sqlite3_open_v2(file, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      var error = SQLiteError(.outOfMemory, "there is no memory for a connection")
      if let opened { error = SQLiteError(failing: opened) }
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    busyTimeout = options.busyTimeout
    logFrames = .allocate(capacity: 1)
    logFrames.initialize(to: 0)
    // From here on `deinit` closes the connection, even if this initializer throws.
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, options.busyTimeout)
    try configure(options)
    watchLog()
  }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
    logFrames.deallocate()
  }

  /// Stops SQLite from counting its memory: every allocation would take a lock that all connections share. SQLite
  /// refuses the change, which is harmless, if another part of the program has used it before.
  private static let prepareLibrary: Void = { _ = doorward_sqlite3_count_no_memory() }()

  /// The URI of a file that cannot change (https://sqlite.org/uri.html §3.3, "immutable").
  private static func frozenURI(_ file: String) -> String {
    var uri = "file:"
    for byte in file.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default: uri += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
      }
    }
    return uri + "?immutable=1"
  }

  /// Runs a statement to its end and ignores its rows.
  ///
  /// - Returns: the rows changed by the last `INSERT`, `UPDATE` or `DELETE`.
  @discardableResult
  public func run(_ sql: StaticString, _ values: [SQLiteValue] = []) throws -> Int {
    try statements.statement(for: sql, on: handle).run(values) { _ in true }
    return Int(sqlite3_changes64(handle))
  }

  /// Calls a body with each row until the body returns false. A row is valid until its body returns.
  public func visit(
    _ sql: StaticString, _ values: [SQLiteValue] = [], _ body: (consuming SQLiteRow) throws -> Bool
  ) throws {
    try statements.statement(for: sql, on: handle).run(values, body)
  }

  /// The first row, decoded; nil if there is none.
  @inlinable
  public func first<Value>(
    _ sql: StaticString, _ values: [SQLiteValue] = [],
    _ decode: (borrowing SQLiteRow) throws -> Value
  ) throws -> Value? {
    var first: Value?
    try visit(sql, values) { row in
      first = try decode(row)
      return false
    }
    return first
  }

  /// Every row, decoded, in the order of the result.
  @inlinable
  public func all<Value>(
    _ sql: StaticString, _ values: [SQLiteValue] = [],
    _ decode: (borrowing SQLiteRow) throws -> Value
  ) throws -> [Value] {
    var decoded: [Value] = []
    try visit(sql, values) { row in
      decoded.append(try decode(row))
      return true
    }
    return decoded
  }

  /// Runs several statements without parameters and results, such as those of a migration.
  public func script(_ sql: StaticString) throws(SQLiteError) { try execute("\(sql)") }

  /// Whether a transaction is open. After some failures, such as a full disk, SQLite ends it.
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The number of rows that this connection has inserted, changed or deleted.
  public var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  /// Refuses every later change on this connection.
  public func refuseWrites() throws(SQLiteError) { try execute("PRAGMA query_only = ON") }

  /// Makes every later call fail with ``SQLiteError/Code/busy`` instead of waiting for a lock of another connection.
  public func refuseWaits() {
    busyTimeout = 0
    sqlite3_busy_timeout(handle, 0)
  }

  /// Runs SQL text that this module has made.
  func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw SQLiteError(failing: handle)
    }
  }
}

extension SQLiteConnection {
  /// Reads the whole file and returns its problems, at most one hundred; empty if there are none.
  public func integrityProblems() throws -> [String] {
    var problems = try all("PRAGMA integrity_check(100)") { row in try row.text(0) }
      .filter { $0 != "ok" }
    problems += try all("PRAGMA foreign_key_check") { row in
      "a row of \(try row.text(0)) refers to a row of \(try row.text(2)) that is not there"
    }
    return problems
  }
}

extension SQLiteConnection {
  /// The version of the SQLite library that the process has loaded.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
