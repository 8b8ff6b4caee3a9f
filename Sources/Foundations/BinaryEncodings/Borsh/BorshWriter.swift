/// Writes Borsh, the binary format that NEAR hashes and signs (borsh.io §Specification).
///
/// Integers are little-endian, lengths are 32 bits, and a value has exactly one encoding.
public struct BorshWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty writer.
  ///
  /// - Parameter capacity: The number of bytes to reserve.
  public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  // MARK: Integers

  /// Writes one byte: a `u8`, or the case of an enum.
  public mutating func u8(_ value: UInt8) { bytes.append(value) }

  /// Writes a `u16`.
  public mutating func u16(_ value: UInt16) { integer(value) }

  /// Writes a `u32`.
  public mutating func u32(_ value: UInt32) { integer(value) }

  /// Writes a `u64`.
  public mutating func u64(_ value: UInt64) { integer(value) }

  /// Writes a `u128` from two halves.
  public mutating func u128(high: UInt64, low: UInt64) {
    integer(low)
    integer(high)
  }

  /// Writes a `bool`.
  public mutating func bool(_ value: Bool) { bytes.append(value ? 1 : 0) }

  // MARK: Bytes and text

  /// Writes an array of fixed length, `[u8; n]`: the bytes without a count.
  public mutating func fixed(_ value: some Sequence<UInt8>) { bytes.append(contentsOf: value) }

  /// Writes a `Vec<u8>`: the count and the bytes.
  public mutating func vector(_ value: [UInt8]) {
    count(value.count)
    bytes.append(contentsOf: value)
  }

  /// Writes a `String`: the count of its UTF-8 bytes and the unchanged bytes.
  public mutating func string(_ value: String) {
    let utf8 = value.utf8
    count(utf8.count)
    bytes.append(contentsOf: utf8)
  }

  // MARK: Composites

  /// Writes the count of a `Vec`. The caller then writes the elements.
  ///
  /// A count is 32 bits. An array of more elements does not fit into memory, so it is a programming error and not
  /// an input error.
  public mutating func count(_ value: Int) {
    precondition(UInt32(exactly: value) != nil, "Borsh counts at most 2^32 - 1 elements")
    integer(UInt32(truncatingIfNeeded: value))
  }

  /// Writes an `Option`: 0 for nil, or 1 and the value.
  public mutating func option<Value>(_ value: Value?, _ write: (inout BorshWriter, Value) -> Void) {
    guard let value else { return bytes.append(0) }
    bytes.append(1)
    write(&self, value)
  }

  /// Writes a `Vec`: the count and each element.
  public mutating func vector<Element>(
    of values: [Element], _ write: (inout BorshWriter, Element) -> Void
  ) {
    count(values.count)
    for value in values { write(&self, value) }
  }

  @inline(__always)
  private mutating func integer(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
