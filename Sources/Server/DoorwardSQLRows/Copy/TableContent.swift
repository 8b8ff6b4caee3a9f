import Encodings

/// The number of rows of a table, and a checksum that does not depend on their order.
package struct TableContent: Sendable, Equatable, CustomStringConvertible {
  package private(set) var rows = 0
  /// The sum of the SHA-256 hashes of all rows, each of them as four numbers.
  private var sum: SIMD4<UInt64> = .zero

  package init() {}

  /// Adds a row, as the bytes that both databases have for it.
  package mutating func add(_ row: UnsafeRawBufferPointer) {
    rows += 1
    var hash = SHA256()
    hash.update(row)
    hash.finalize().withUnsafeBytes { sum &+= $0.loadUnaligned(as: SIMD4<UInt64>.self) }
  }

  /// The first 16 digits of the checksum.
  package var checksum: String { withUnsafeBytes(of: sum) { Hex.encode(Array($0.prefix(8))) } }

  package var description: String { "\(rows) rows, checksum \(checksum)" }
}
