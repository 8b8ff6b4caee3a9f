internal import BinaryEncodings

extension NEARTransaction: BorshValue {
  private static let v1Tag: UInt8 = 1

  /// Parses either layout.
  ///
  /// The older layout begins with the length of an account id, whose second byte is zero. The newer layout
  /// begins with its version and then such a length, whose first byte is not zero.
  init(from reader: inout BorshReader) throws {
    let isVersioned = (reader.peek(1) ?? 0) != 0
    if isVersioned {
      let version = try reader.u8()
      guard version == Self.v1Tag else {
        throw NEARError(code: .unsupportedAction, reason: "The transaction version \(version) is unknown.")
      }
    }
    let signerID = try NEARAccountID(from: &reader)
    let publicKey = try NEARPublicKey(from: &reader)
    let (nonce, nonceIndex) = isVersioned ? try reader.indexedNonce() : (try reader.u64(), nil)
    let receiverID = try NEARAccountID(from: &reader)
    let blockHash = try NEARHash(from: &reader)
    let actions = try reader.actions(ofDelegate: false)
    let format: Format =
      isVersioned ? .v1(nonceIndex: nonceIndex, nonceMode: try NonceMode(from: &reader)) : .v0
    self.init(
      signerID: signerID, publicKey: publicKey, nonce: nonce, receiverID: receiverID,
      blockHash: blockHash, actions: actions, format: format)
  }

  func write(to writer: inout BorshWriter) {
    if case .v1 = format { writer.u8(Self.v1Tag) }
    signerID.write(to: &writer)
    publicKey.write(to: &writer)
    switch format {
    case .v0: writer.u64(nonce)
    case .v1(let nonceIndex, _): writer.indexedNonce(nonce, index: nonceIndex)
    }
    receiverID.write(to: &writer)
    blockHash.write(to: &writer)
    writer.actions(actions)
    if case .v1(_, let nonceMode) = format { nonceMode.write(to: &writer) }
  }
}

extension NEARTransaction.NonceMode: BorshValue {
  init(from reader: inout BorshReader) throws {
    switch try reader.u8() {
    case 0: self = .monotonic
    case 1: self = .strict
    case let tag: throw NEARError.unknownCase(tag, of: "nonce mode")
    }
  }

  func write(to writer: inout BorshWriter) { writer.u8(self == .monotonic ? 0 : 1) }
}

// nearcore's `TransactionNonce`: a single nonce, or one of several nonces of a gas key.
extension BorshReader {
  mutating func indexedNonce() throws -> (nonce: UInt64, index: UInt16?) {
    switch try u8() {
    case 0: return (try u64(), nil)
    case 1:
      let nonce = try u64()
      return (nonce, try u16())
    case let tag: throw NEARError.unknownCase(tag, of: "nonce")
    }
  }
}

extension BorshWriter {
  mutating func indexedNonce(_ nonce: UInt64, index: UInt16?) {
    u8(index == nil ? 0 : 1)
    u64(nonce)
    if let index { u16(index) }
  }
}
