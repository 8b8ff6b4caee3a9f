internal import Encodings

/// What an account signs so that another may carry it out and pay for it (NEP-366).
public struct DelegateAction: Sendable, Hashable {
  /// Which of the two layouts a delegate action has, with what the newer one holds beside.
  public enum Format: Sendable, Hashable {
    /// The layout of NEP-366.
    case nep366
    /// The layout of version 2, which names one of a gas key's nonces when the key is one (NEP-611).
    case v2(nonceIndex: UInt16?)
  }

  /// Who signs.
  public let senderID: NEARAccountID
  /// Whom the actions are done to.
  public let receiverID: NEARAccountID
  /// What to do. None of them is a delegate action.
  public let actions: [NEARAction]
  /// A number above every other that the key has signed.
  public let nonce: UInt64
  /// The last block at which this is good.
  public let maxBlockHeight: UInt64
  /// The key of the sender that signs.
  public let publicKey: NEARPublicKey
  /// The layout.
  public let format: Format

  /// Makes a delegate action.
  ///
  /// - Parameters:
  ///   - senderID: Who signs.
  ///   - receiverID: Whom the actions are done to.
  ///   - actions: What to do.
  ///   - nonce: A number above every other that the key has signed.
  ///   - maxBlockHeight: The last block at which this is good.
  ///   - publicKey: The key of the sender that signs.
  ///   - format: The layout.
  /// - Throws: `nested_delegate_action` when one of the actions is one (NEP-366 §Specification).
  public init(
    senderID: NEARAccountID, receiverID: NEARAccountID, actions: [NEARAction], nonce: UInt64,
    maxBlockHeight: UInt64, publicKey: NEARPublicKey, format: Format = .nep366
  ) throws(NEARError) {
    guard !actions.contains(where: \.isDelegate) else { throw .nestedDelegateAction }
    self.senderID = senderID
    self.receiverID = receiverID
    self.actions = actions
    self.nonce = nonce
    self.maxBlockHeight = maxBlockHeight
    self.publicKey = publicKey
    self.format = format
  }

  /// What goes in front of what is signed, so that no signature over a delegate action is one over a
  /// transaction or a message: 2^30 + 366, and 2^30 + 611 for version 2 (NEP-461).
  public var tag: UInt32 { format == .nep366 ? (1 << 30) + 366 : (1 << 30) + 611 }

  /// What is signed: the SHA-256 of ``tag`` and the delegate action in Borsh.
  public var hash: NEARHash {
    var writer = BorshWriter(capacity: 256)
    writer.u32(tag)
    write(to: &writer)
    return NEARHash(of: writer.bytes)
  }

  /// The delegate action in Borsh; of version 2 with its version in front.
  public var borsh: [UInt8] {
    var writer = BorshWriter(capacity: 256)
    write(to: &writer)
    return writer.bytes
  }

  /// Reads a delegate action of either layout from Borsh.
  ///
  /// - Throws: as ``NEARTransaction/init(borsh:)``.
  public init(borsh bytes: [UInt8]) throws(NEARError) {
    self = try decodeBorsh(bytes) { reader in
      // The older begins with the length of an account id, of which the first byte is not zero.
      try DelegateAction(from: &reader, reader.peek() == 0 ? .v2 : .nep366)
    }
  }
}

extension NEARError {
  static let nestedDelegateAction = NEARError(
    code: .nestedDelegateAction, reason: "A delegate action must not hold another one.")
}
