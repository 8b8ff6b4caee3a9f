/// Rows in the binary format of `COPY` (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format").
public struct PostgreSQLRowBatch: Sendable {
  /// The signature, no flags, and no extension of the header.
  static let header = Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0] + [UInt8](repeating: 0, count: 8)
  /// The mark after the last row.
  static let end: [UInt8] = [0xff, 0xff]
  private static let mostBytes = 1 << 30

  private(set) var bytes = Self.header
  /// The number of rows.
  public private(set) var count = 0
  /// The number of bytes.
  public var size: Int { bytes.count }

  /// Makes an empty batch.
  public init() {}

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - values: the values of all columns.
  ///   - encoded: gets the bytes of the row. A row that is read with `COPY … TO STDOUT` has the same bytes if its values are
  ///     equal.
  /// - Throws: ``PostgreSQLError/Code/misuse`` if the batch would have more than 1 GB.
  public mutating func append(
    _ values: [PostgreSQLValue], _ encoded: (UnsafeRawBufferPointer) -> Void = { _ in }
  ) throws(PostgreSQLError) {
    let start = bytes.count
    append(bigEndian: Int16(truncatingIfNeeded: values.count))
    for value in values { append(value) }
    guard bytes.count < Self.mostBytes else {
      throw PostgreSQLError(.misuse, "the rows of a batch have more than 1 GB")
    }
    count += 1
    bytes.withUnsafeBytes { encoded(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }

  /// Removes all rows, and keeps the memory.
  public mutating func removeAll() {
    bytes.removeSubrange(Self.header.count...)
    count = 0
  }

  private mutating func append(_ value: PostgreSQLValue) {
    switch value {
    case .null: append(bigEndian: Int32(-1))
    case .integer(let integer):
      append(bigEndian: Int32(8))
      append(bigEndian: integer)
    case .text(let text):
      append(bigEndian: Int32(clamping: text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    case .blob(let blob):
      append(bigEndian: Int32(clamping: blob.count))
      bytes.append(contentsOf: blob)
    case .boolean(let boolean):
      append(bigEndian: Int32(1))
      bytes.append(boolean ? 1 : 0)
    }
  }

  private mutating func append(bigEndian integer: some FixedWidthInteger) {
    withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
  }
}
