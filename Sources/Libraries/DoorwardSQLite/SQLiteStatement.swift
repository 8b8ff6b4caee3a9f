import CDoorwardSQLite

/// One prepared statement. Its deinitializer finalizes it.
final class SQLiteStatement {
  private let pointer: OpaquePointer
  private let connection: OpaquePointer
  /// True while rows are being read. The same SQL inside a row's closure then gets another statement.
  private(set) var isRunning = false
  /// The time of the last use, counted by the cache.
  var lastUse: UInt64 = 0

  /// Prepares the one statement in a text.
  ///
  /// - Throws: ``SQLiteError``. It is ``SQLiteError/Code/misuse`` if the text has no statement, or has text after the
  ///   statement, because that text would never run.
  init(_ sql: UnsafeBufferPointer<UInt8>, on connection: OpaquePointer) throws(SQLiteError) {
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    var prepared: OpaquePointer?
    var rest = 0
    let code = sql.withMemoryRebound(to: CChar.self) { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(
        connection, text.baseAddress, Int32(clamping: text.count), flags, &prepared, &tail)
      if let start = text.baseAddress, let tail { rest = tail - start }
      return code
    }
    guard code == SQLITE_OK else { throw SQLiteError(failing: connection) }
    guard let prepared else { throw SQLiteError(.misuse, "there is no statement in the text") }
    pointer = prepared
    self.connection = connection
    // From here on `deinit` finalizes the statement, even if this initializer throws.
    let spaces = [UInt8](" \t\r\n;".utf8)
    guard sql.dropFirst(rest).allSatisfy({ spaces.contains($0) }) else {
      throw SQLiteError(.misuse, "there is text after the statement")
    }
  }

  deinit { sqlite3_finalize(pointer) }

  /// Binds every parameter, steps to the end and passes each row to `visit` until it returns false.
  func run(
    _ values: [SQLiteValue], _ visit: (consuming SQLiteRow) throws -> Bool
  ) throws {
    isRunning = true
    defer {
      // The result of reset repeats the error of the previous step, which was already thrown.
      sqlite3_reset(pointer)
      sqlite3_clear_bindings(pointer)
      isRunning = false
    }
    try bind(values)
    while true {
      switch sqlite3_step(pointer) {
      case SQLITE_ROW:
        guard try visit(SQLiteRow(pointer)) else { return }
      case SQLITE_DONE:
        return
      default:
        throw SQLiteError(failing: connection)
      }
    }
  }

  private func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    let wanted = sqlite3_bind_parameter_count(pointer)
    guard values.count == Int(wanted) else {
      throw SQLiteError(.misuse, "\(values.count) values were given for \(wanted) parameters")
    }
    var index: Int32 = 0
    for value in values {
      index += 1
      guard bind(value, at: index) == SQLITE_OK else { throw SQLiteError(failing: connection) }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null:
      return sqlite3_bind_null(pointer, index)
    case .integer(let integer):
      return sqlite3_bind_int64(pointer, index, integer)
    case .text(var text):
      // SQLite copies the text (SQLITE_TRANSIENT), because the buffer is valid only inside this closure.
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          // An empty text has no address, and a NULL address would bind NULL.
          guard let start = characters.baseAddress else {
            return sqlite3_bind_text(pointer, index, "", 0, doorward_sqlite3_transient())
          }
          return sqlite3_bind_text64(
            pointer, index, start, UInt64(characters.count), doorward_sqlite3_transient(),
            UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let blob):
      return blob.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else {
          return sqlite3_bind_zeroblob(pointer, index, 0)
        }
        return sqlite3_bind_blob64(
          pointer, index, start, UInt64(bytes.count), doorward_sqlite3_transient())
      }
    }
  }
}

extension SQLiteError {
  /// The error of the connection's last call.
  init(failing connection: OpaquePointer) {
    let message = sqlite3_errmsg(connection).map { String(cString: $0) }
    self.init(Code(rawValue: sqlite3_extended_errcode(connection)), message ?? "no reason was given")
  }
}

/// A value bound to a statement.
public enum SQLiteValue: Sendable, Equatable {
  /// NULL.
  case null
  /// An integer of up to eight bytes.
  case integer(Int64)
  /// Text, stored as UTF-8. It may contain NUL characters.
  case text(String)
  /// Bytes as they are.
  case blob([UInt8])

  /// An integer, or NULL for nil.
  public init(_ integer: Int64?) { self = integer.map(Self.integer) ?? .null }

  /// Text, or NULL for nil.
  public init(_ text: String?) { self = text.map(Self.text) ?? .null }

  /// Bytes, or NULL for nil.
  public init(_ bytes: [UInt8]?) { self = bytes.map(Self.blob) ?? .null }
}
