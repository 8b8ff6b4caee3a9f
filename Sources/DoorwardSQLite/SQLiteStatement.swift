import CDoorwardSQLite

/// One prepared statement, finalized with its owner.
final class SQLiteStatement {
  private let pointer: OpaquePointer
  private let connection: OpaquePointer
  /// Set while rows are being read, so that the same SQL run inside a row's closure gets its own copy.
  private(set) var isRunning = false
  /// When the cache last handed it out.
  var lastUse: UInt64 = 0

  /// Prepares the one statement in a text.
  ///
  /// - Throws: ``SQLiteError``; ``SQLiteError/Code/misuse`` where the text holds none, or goes on after it: what
  ///   follows would never run.
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
    // From here on `deinit` finalizes, also when this initializer throws.
    let spaces = [UInt8](" \t\r\n;".utf8)
    guard sql.dropFirst(rest).allSatisfy({ spaces.contains($0) }) else {
      throw SQLiteError(.misuse, "there is text after the statement")
    }
  }

  deinit { sqlite3_finalize(pointer) }

  /// Binds every parameter, steps to the end and lends each row to `visit` until it answers false.
  func run(
    _ values: [SQLiteValue], _ visit: (borrowing SQLiteRow) throws -> Bool
  ) throws {
    isRunning = true
    defer {
      // The code of reset repeats that of the step before, which has been thrown already.
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
      // SQLite copies (SQLITE_TRANSIENT): the buffer lives only as long as this closure.
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
  /// What the connection says of the call that just failed.
  init(failing connection: OpaquePointer) {
    let message = sqlite3_errmsg(connection).map { String(cString: $0) }
    self.init(Code(rawValue: sqlite3_extended_errcode(connection)), message ?? "no reason was given")
  }
}
