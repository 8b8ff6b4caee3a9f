/// The values of a statement in the binary format of the protocol, in one buffer.
struct BoundValues {
  private var bytes: [UInt8] = []
  /// The place of each value in the buffer; nil for NULL.
  private var places: [Range<Int>?] = []
  /// The type of each value (`pg_type.dat`); 0 lets the server decide.
  private(set) var types: [UInt32] = []

  /// - Throws: ``PostgreSQLError/Code/misuse`` if the values have more than 1 GB, the limit of the server.
  init(_ values: [PostgreSQLValue]) throws(PostgreSQLError) {
    places.reserveCapacity(values.count)
    for value in values { append(value) }
    guard bytes.count < 1 << 30 else {
      throw PostgreSQLError(.misuse, "the values of a statement have more than 1 GB")
    }
    // An empty value needs an address too, because a null pointer is NULL.
    bytes.append(0)
  }

  private mutating func append(_ value: PostgreSQLValue) {
    let start = bytes.count
    switch value {
    case .null:
      types.append(0)
      places.append(nil)
      return
    case .integer(let integer): withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .blob(let blob): bytes.append(contentsOf: blob)
    case .boolean(let boolean): bytes.append(boolean ? 1 : 0)
    }
    types.append(value.type)
    places.append(start..<bytes.count)
  }

  /// The number of bytes in the messages of the protocol: each value has a length, a format and a type.
  var encodedSize: Int { bytes.count + 10 * places.count }

  /// Calls a body with the number of values, their addresses, their lengths and their formats, as libpq takes them.
  func withPointers<Result>(
    _ body: (
      Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let addresses = places.map { place in place.flatMap { place in start.map { $0 + place.lowerBound } } }
      let lengths = places.map { Int32($0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: places.count)
      return addresses.withUnsafeBufferPointer { addresses in
        lengths.withUnsafeBufferPointer { lengths in
          formats.withUnsafeBufferPointer { formats in
            body(Int32(places.count), addresses.baseAddress, lengths.baseAddress, formats.baseAddress)
          }
        }
      }
    }
  }
}

extension PostgreSQLValue {
  /// The type that is declared for a value. A text can also be of another type that is written as text.
  fileprivate var type: UInt32 {
    switch self {
    case .null, .text: 0
    case .integer: 20
    case .blob: 17
    case .boolean: 16
    }
  }
}

/// A value bound to a statement. The server derives the type of a NULL or a text from the statement, so a statement must say
/// it if the type is open: `CAST(?1 AS BIGINT) IS NULL`.
public enum PostgreSQLValue: Sendable, Equatable {
  /// NULL of any type.
  case null
  /// A `BIGINT`.
  case integer(Int64)
  /// A `TEXT`. PostgreSQL refuses texts with NUL characters.
  case text(String)
  /// A `BYTEA`.
  case blob([UInt8])
  /// A `BOOLEAN`.
  case boolean(Bool)
}
