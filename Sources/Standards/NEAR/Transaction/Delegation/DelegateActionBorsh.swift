internal import BinaryEncodings

extension DelegateAction {
  /// The expected layout of the bytes.
  enum Layout {
    case nep366
    case v2
  }

  /// The version at the start of a delegate action of version 2.
  private static let v2Tag: UInt8 = 0

  init(from reader: inout BorshReader, _ layout: Layout) throws {
    if layout == .v2 {
      let version = try reader.u8()
      guard version == Self.v2Tag else { throw NEARError.unknownCase(version, of: "delegate action") }
    }
    let senderID = try NEARAccountID(from: &reader)
    let receiverID = try NEARAccountID(from: &reader)
    let actions = try reader.actions(ofDelegate: true)
    let (nonce, nonceIndex) = layout == .v2 ? try reader.indexedNonce() : (try reader.u64(), nil)
    try self.init(
      senderID: senderID, receiverID: receiverID, actions: actions, nonce: nonce,
      maxBlockHeight: reader.u64(), publicKey: NEARPublicKey(from: &reader),
      format: layout == .v2 ? .v2(nonceIndex: nonceIndex) : .nep366)
  }

  func write(to writer: inout BorshWriter) {
    if case .v2 = format { writer.u8(Self.v2Tag) }
    senderID.write(to: &writer)
    receiverID.write(to: &writer)
    writer.actions(actions)
    switch format {
    case .nep366: writer.u64(nonce)
    case .v2(let nonceIndex): writer.indexedNonce(nonce, index: nonceIndex)
    }
    writer.u64(maxBlockHeight)
    publicKey.write(to: &writer)
  }
}
