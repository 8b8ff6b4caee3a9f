internal import BinaryEncodings

// Accounts, keys, signatures, hashes and amounts in nearcore's encoding.

extension NEARAccountID: BorshValue {
  /// A malformed id is refused during decoding, as nodes do.
  init(from reader: inout BorshReader) throws {
    try self.init(parsing: reader.string())
  }

  func write(to writer: inout BorshWriter) { writer.string(description) }
}

extension NEARCurve: BorshValue {
  init(from reader: inout BorshReader) throws {
    let tag = try reader.u8()
    guard let curve = NEARCurve(borshTag: tag) else {
      throw NEARError(
        code: .unsupportedCurve,
        reason: "The curve \(tag) is not supported. Supported curves are Ed25519 (0) and secp256k1 (1).")
    }
    self = curve
  }

  func write(to writer: inout BorshWriter) { writer.u8(borshTag) }
}

extension NEARPublicKey: BorshValue {
  init(from reader: inout BorshReader) throws {
    let curve = try NEARCurve(from: &reader)
    try self.init(curve: curve, bytes: reader.fixed(curve.publicKeyLength))
  }

  func write(to writer: inout BorshWriter) {
    curve.write(to: &writer)
    writer.fixed(bytes)
  }
}

extension NEARSignature: BorshValue {
  init(from reader: inout BorshReader) throws {
    let curve = try NEARCurve(from: &reader)
    try self.init(curve: curve, bytes: reader.fixed(curve.signatureLength))
  }

  func write(to writer: inout BorshWriter) {
    curve.write(to: &writer)
    writer.fixed(bytes)
  }
}

extension NEARHash: BorshValue {
  init(from reader: inout BorshReader) throws {
    try self.init(bytes: reader.fixed(Self.length))
  }

  func write(to writer: inout BorshWriter) { writer.fixed(bytes) }
}
