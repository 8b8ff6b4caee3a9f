internal import Encodings

// Accounts, keys, signatures, hashes and amounts as nearcore encodes them.

extension NEARAccountID: BorshValue {
  /// Nodes refuse a malformed id while decoding, and so does this.
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
        reason: "\(tag) names a curve other than Ed25519 (0) and secp256k1 (1), which is not supported.")
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
