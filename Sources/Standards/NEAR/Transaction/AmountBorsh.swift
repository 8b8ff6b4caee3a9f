internal import BinaryEncodings

extension NEARAmount: BorshValue {
  init(from reader: inout BorshReader) throws {
    let (high, low) = try reader.u128()
    self.init(high: high, low: low)
  }

  func write(to writer: inout BorshWriter) { writer.u128(high: high, low: low) }
}
