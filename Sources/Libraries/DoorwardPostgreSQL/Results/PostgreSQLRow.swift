internal import CDoorwardPQ

/// One row of a result. A column of another type throws, so a foreign database is never decoded by mistake.
public struct PostgreSQLRow {
  private let result: PostgreSQLResult
  private let index: Int32

  init(result: PostgreSQLResult, index: Int32) {
    self.result = result
    self.index = index
  }

  /// The integer in a column of type `BIGINT`, `INTEGER` or `SMALLINT`. A `BOOLEAN` is 0 or 1, as in SQLite.
  public func integer(_ column: Int32) throws(PostgreSQLError) -> Int64 {
    let bytes = try value(column)
    switch (ColumnType(PQftype(result.pointer, column)), bytes.count) {
    case (.int8, 8): return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    case (.int4, 4): return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case (.int2, 2): return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case (.bool, 1): return bytes[0] == 0 ? 0 : 1
    default: throw mismatch(column, "an integer")
    }
  }

  /// The integer in a column, or nil for NULL.
  public func optionalInteger(_ column: Int32) throws(PostgreSQLError) -> Int64? {
    try isNull(column) ? nil : integer(column)
  }

  /// The truth value in a column of type `BOOLEAN`.
  public func boolean(_ column: Int32) throws(PostgreSQLError) -> Bool {
    let bytes = try value(column)
    guard ColumnType(PQftype(result.pointer, column)) == .bool, bytes.count == 1 else {
      throw mismatch(column, "a truth value")
    }
    return bytes[0] != 0
  }

  /// The text in a column of type `TEXT`, `VARCHAR` or `NAME`.
  ///
  /// - Throws: ``PostgreSQLError/Code/mismatch``, also if the bytes are not UTF-8: a database can have another encoding.
  public func text(_ column: Int32) throws(PostgreSQLError) -> String {
    let bytes = try value(column)
    guard ColumnType(PQftype(result.pointer, column)) == .text else { throw mismatch(column, "a text") }
    var text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes, so the comparison fails for them.
    guard text.withUTF8({ Self.areEqual(UnsafeRawBufferPointer($0), bytes) }) else {
      throw PostgreSQLError(.mismatch, "column \(column) holds text that is not UTF-8")
    }
    return text
  }

  /// The text in a column, or nil for NULL.
  public func optionalText(_ column: Int32) throws(PostgreSQLError) -> String? {
    try isNull(column) ? nil : text(column)
  }

  /// The bytes in a column of type `BYTEA`.
  public func blob(_ column: Int32) throws(PostgreSQLError) -> [UInt8] {
    let bytes = try value(column)
    guard ColumnType(PQftype(result.pointer, column)) == .bytea else { throw mismatch(column, "bytes") }
    return Array(bytes)
  }

  /// The bytes in a column, or nil for NULL.
  public func optionalBlob(_ column: Int32) throws(PostgreSQLError) -> [UInt8]? {
    try isNull(column) ? nil : blob(column)
  }

  /// Whether a column holds NULL.
  public func isNull(_ column: Int32) throws(PostgreSQLError) -> Bool {
    try requireColumn(column)
    return PQgetisnull(result.pointer, index, column) == 1
  }

  /// The bytes of a value. They are valid as long as the result.
  private func value(_ column: Int32) throws(PostgreSQLError) -> UnsafeRawBufferPointer {
    guard try !isNull(column) else { throw mismatch(column, "a value") }
    // Every result is requested in the binary format. Only `script` gets texts, and it ignores its rows.
    guard PQfformat(result.pointer, column) == 1 else { throw mismatch(column, "a binary value") }
    let length = Int(PQgetlength(result.pointer, index, column))
    return UnsafeRawBufferPointer(start: PQgetvalue(result.pointer, index, column), count: length)
  }

  private func requireColumn(_ column: Int32) throws(PostgreSQLError) {
    let count = PQnfields(result.pointer)
    guard (0..<count).contains(column) else {
      throw PostgreSQLError(.misuse, "there is no column \(column) in a row of \(count)")
    }
  }

  private func mismatch(_ column: Int32, _ wanted: String) -> PostgreSQLError {
    let type = PQftype(result.pointer, column)
    let isNull = PQgetisnull(result.pointer, index, column) == 1
    return PostgreSQLError(
      .mismatch, "column \(column) holds \(isNull ? "NULL" : "type \(type)") where \(wanted) belongs")
  }

  /// Whether two buffers have the same bytes. The loop does not stop at the first difference, so that the compiler can
  /// compare many bytes at once.
  private static func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for index in 0..<a.count { difference |= a[index] ^ b[index] }
    return difference == 0
  }
}

/// The types of columns that this module decodes. The numbers are those of PostgreSQL's `pg_type.dat`, which never change.
private enum ColumnType {
  case bool, bytea, int2, int4, int8, text

  init?(_ type: Oid) {
    switch type {
    case 16: self = .bool
    case 17: self = .bytea
    case 20: self = .int8
    case 21: self = .int2
    case 23: self = .int4
    // TEXT, VARCHAR and NAME.
    case 25, 1043, 19: self = .text
    default: return nil
    }
  }
}
