internal import Encodings

/// A value with one encoding in Borsh. Reading throws ``NEARError`` or `EncodingsError`, which
/// ``init(borsh:)`` makes one of.
protocol BorshValue {
  init(from reader: inout BorshReader) throws
  func write(to writer: inout BorshWriter)
}

/// The most bytes that are read: what a node accepted as a transaction before the limit was lowered to
/// 1.5 MiB.
let maximumBorshLength = 4 << 20

extension BorshValue {
  /// The encoding.
  var encoded: [UInt8] {
    var writer = BorshWriter(capacity: 256)
    write(to: &writer)
    return writer.bytes
  }

  /// Reads the whole of some bytes.
  init(decoding bytes: [UInt8]) throws(NEARError) {
    self = try decodeBorsh(bytes) { reader in try Self(from: &reader) }
  }
}

/// Reads the whole of some bytes, with every failure as a ``NEARError``.
func decodeBorsh<Value>(
  _ bytes: [UInt8], _ read: (inout BorshReader) throws -> Value
) throws(NEARError) -> Value {
  guard bytes.count <= maximumBorshLength else {
    throw NEARError(code: .malformedBorsh, reason: "More than \(maximumBorshLength) bytes.")
  }
  do {
    var reader = BorshReader(bytes)
    let value = try read(&reader)
    try reader.finish()
    return value
  } catch let error as NEARError {
    throw error
  } catch let error as any CodedError {
    throw NEARError(code: .malformedBorsh, reason: error.reason)
  } catch {
    throw NEARError(code: .malformedBorsh, reason: "The bytes are not Borsh of the expected value.")
  }
}

extension NEARError {
  /// The error for a byte that names no case of an enum.
  static func unknownCase(_ tag: UInt8, of name: String) -> NEARError {
    NEARError(code: .malformedBorsh, reason: "\(tag) is not the first byte of a \(name).")
  }
}
