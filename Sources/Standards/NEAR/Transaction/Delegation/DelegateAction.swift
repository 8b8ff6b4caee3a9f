internal import BinaryEncodings
public import Encodings

/// An action that an account signs so that another account can submit it and pay for it (NEP-366).
public struct DelegateAction: Sendable, Hashable {
  /// The two layouts of a delegate action, with the additional members of the newer layout.
  public enum Format: Sendable, Hashable {
    /// The layout of NEP-366.
    case nep366
    /// The layout of version 2, which can name one of the nonces of a gas key (NEP-611).
    case v2(nonceIndex: UInt16?)
  }

  /// The signer.
  public let senderID: NEARAccountID
  /// The account to which the actions apply.
  public let receiverID: NEARAccountID
  /// The actions. None of them is a delegate action.
  public let actions: [NEARAction]
  /// A nonce above all nonces that the key has signed before.
  public let nonce: UInt64
  /// The last block in which the action is valid.
  public let maxBlockHeight: UInt64
  /// The key of the sender that signs the action.
  public let publicKey: NEARPublicKey
  /// The layout.
  public let format: Format

  /// Creates a delegate action.
  ///
  /// - Parameters:
  ///   - senderID: The signer.
  ///   - receiverID: The account to which the actions apply.
  ///   - actions: The actions.
  ///   - nonce: A nonce above all nonces that the key has signed before.
  ///   - maxBlockHeight: The last block in which the action is valid.
  ///   - publicKey: The key of the sender that signs the action.
  ///   - format: The layout.
  /// - Throws: `nested_delegate_action` if an action is a delegate action (NEP-366 §Specification).
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

  /// The prefix of the signed bytes: 2^30 + 366, and 2^30 + 611 for version 2 (NEP-461). With it, the
  /// signature is not valid for a transaction or a message.
  public var tag: UInt32 { format == .nep366 ? (1 << 30) + 366 : (1 << 30) + 611 }

  /// The signed hash: the SHA-256 of ``tag`` and the delegate action in Borsh.
  public var hash: NEARHash {
    var writer = BorshWriter(capacity: 256)
    writer.u32(tag)
    write(to: &writer)
    return NEARHash(of: writer.bytes)
  }

  /// The delegate action in Borsh. In version 2 it begins with the version.
  public var borsh: [UInt8] {
    var writer = BorshWriter(capacity: 256)
    write(to: &writer)
    return writer.bytes
  }

  /// Parses a delegate action of either layout from Borsh.
  ///
  /// - Throws: The same errors as ``NEARTransaction/init(borsh:)``.
  public init(borsh bytes: [UInt8]) throws(NEARError) {
    self = try decodeBorsh(bytes) { reader in
      // The older layout begins with the length of an account id, whose first byte is not zero.
      try DelegateAction(from: &reader, reader.peek() == 0 ? .v2 : .nep366)
    }
  }
}

extension NEARError {
  static let nestedDelegateAction = NEARError(
    code: .nestedDelegateAction, reason: "A delegate action must not contain another delegate action.")
}

// The format is that of ``NEARAction/json``. Members of the newer layout are present only in that layout.
extension DelegateAction {
  /// The delegate action as JSON.
  public var json: JSONValue {
    var object: JSONObject = [
      "sender_id": .text(senderID), "receiver_id": .text(receiverID),
      "actions": .array(actions.map(\.json)), "nonce": .text(nonce),
      "max_block_height": .text(maxBlockHeight), "public_key": .text(publicKey),
    ]
    if case .v2(let nonceIndex) = format { object["nonce_index"] = nonceIndex.map { .integer($0) } }
    return .object(object)
  }
}

extension SignedDelegateAction {
  /// The delegate action and its signature as JSON.
  public var json: JSONValue {
    ["delegate_action": delegateAction.json, "signature": .text(signature)]
  }
}
