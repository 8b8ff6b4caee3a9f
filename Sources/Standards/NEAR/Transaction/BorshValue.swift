internal import BinaryEncodings
internal import Encodings

/// A value with one Borsh encoding. Parsing throws ``NEARError`` or `EncodingsError`; ``init(decoding:)``
/// converts both to ``NEARError``.
protocol BorshValue {
  init(from reader: inout BorshReader) throws
  func write(to writer: inout BorshWriter)
}

/// The largest input that is parsed, in bytes: nodes accepted transactions of this size before the limit was
/// lowered to 1.5 MiB.
let maximumBorshLength = 4 << 20

extension BorshValue {
  var encoded: [UInt8] {
    var writer = BorshWriter(capacity: 256)
    write(to: &writer)
    return writer.bytes
  }

  /// Parses all the bytes.
  init(decoding bytes: [UInt8]) throws(NEARError) {
    self = try decodeBorsh(bytes) { reader in try Self(from: &reader) }
  }
}

/// Parses all the bytes and converts every error to a ``NEARError``.
func decodeBorsh<Value>(
  _ bytes: [UInt8], _ read: (inout BorshReader) throws -> Value
) throws(NEARError) -> Value {
  guard bytes.count <= maximumBorshLength else {
    throw NEARError(code: .malformedBorsh, reason: "The input is longer than \(maximumBorshLength) bytes.")
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
    throw NEARError(code: .malformedBorsh, reason: "The bytes are not valid Borsh for the expected type.")
  }
}

extension NEARError {
  /// The error for an unknown enum tag.
  static func unknownCase(_ tag: UInt8, of name: String) -> NEARError {
    NEARError(code: .malformedBorsh, reason: "The tag \(tag) is not valid for a \(name).")
  }
}

extension NEARAmount: BorshValue {
  init(from reader: inout BorshReader) throws {
    let (high, low) = try reader.u128()
    self.init(high: high, low: low)
  }

  func write(to writer: inout BorshWriter) { writer.u128(high: high, low: low) }
}
