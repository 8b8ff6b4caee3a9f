import CDoorwardSQLite

/// The current row of a statement.
///
/// A row is valid only inside its closure and cannot be kept, because the next step overwrites its memory. A column
/// of another type throws, so a damaged or foreign file is never decoded by mistake.
public struct SQLiteRow: ~Copyable {
  private let statement: OpaquePointer
  private let count: Int32

  init(_ statement: OpaquePointer) {
    self.statement = statement
    count = sqlite3_data_count(statement)
  }

  /// The integer in a column.
  public func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
    try require(SQLITE_INTEGER, in: column)
    return sqlite3_column_int64(statement, column)
  }

  /// The integer in a column, or nil for NULL.
  public func optionalInteger(_ column: Int32) throws(SQLiteError) -> Int64? {
    try isNull(column) ? nil : integer(column)
  }

  /// The text in a column.
  ///
  /// - Throws: ``SQLiteError``. It is ``SQLiteError/Code/mismatch`` also if the bytes are not UTF-8, which SQLite
  ///   does not check.
  public func text(_ column: Int32) throws(SQLiteError) -> String {
    try require(SQLITE_TEXT, in: column)
    guard let start = sqlite3_column_text(statement, column) else {
      throw SQLiteError(.outOfMemory, "there is no memory for the text in column \(column)")
    }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    var text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so the comparison fails for them.
    guard text.withUTF8({ Self.areEqual($0, bytes) }) else {
      throw SQLiteError(.mismatch, "column \(column) holds text that is not UTF-8")
    }
    return text
  }

  /// Whether two buffers have the same bytes. The loop does not stop at the first difference, so that the compiler can
  /// compare many bytes at once. `Encodings` has the same loop, but a module that owns a C library imports no other.
  private static func areEqual(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<a.count { difference |= a[index] ^ b[index] }
    return difference == 0
  }

  /// The text in a column, or nil for NULL.
  public func optionalText(_ column: Int32) throws(SQLiteError) -> String? {
    try isNull(column) ? nil : text(column)
  }

  /// The bytes in a column.
  public func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
    try require(SQLITE_BLOB, in: column)
    // An empty blob has no address (sqlite3_column_blob, "zero-length BLOB").
    let start = sqlite3_column_blob(statement, column)
    let length = Int(sqlite3_column_bytes(statement, column))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length))
  }

  /// The bytes in a column, or nil for NULL.
  public func optionalBlob(_ column: Int32) throws(SQLiteError) -> [UInt8]? {
    try isNull(column) ? nil : blob(column)
  }

  /// The values of all columns.
  public func values() throws(SQLiteError) -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    values.reserveCapacity(Int(count))
    for column in 0..<count {
      switch try type(of: column) {
      case SQLITE_INTEGER: values.append(.integer(try integer(column)))
      case SQLITE_TEXT: values.append(.text(try text(column)))
      case SQLITE_BLOB: values.append(.blob(try blob(column)))
      case SQLITE_NULL: values.append(.null)
      case let other: throw SQLiteError(.mismatch, "column \(column) holds type \(other)")
      }
    }
    return values
  }

  /// Whether a column holds NULL.
  public func isNull(_ column: Int32) throws(SQLiteError) -> Bool { try type(of: column) == SQLITE_NULL }

  private func require(_ wanted: Int32, in column: Int32) throws(SQLiteError) {
    let found = try type(of: column)
    guard found == wanted else {
      throw SQLiteError(.mismatch, "column \(column) holds type \(found) where type \(wanted) belongs")
    }
  }

  private func type(of column: Int32) throws(SQLiteError) -> Int32 {
    guard (0..<count).contains(column) else {
      throw SQLiteError(.misuse, "there is no column \(column) in a row of \(count)")
    }
    return sqlite3_column_type(statement, column)
  }
}
