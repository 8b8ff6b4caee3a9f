internal import Encodings

/// What a key may do on its account, as the chain has it.
public enum NEARAccessKeyPermission: Sendable, Hashable {
  /// Anything.
  case fullAccess
  /// Calls of one contract.
  case functionCall(NEARFunctionCallScope)
  /// Anything, paying gas from a balance of its own (NEP-611).
  case gasKeyFullAccess
  /// Calls of one contract, paying gas from a balance of its own (NEP-611).
  case gasKeyFunctionCall(NEARFunctionCallScope)
  /// A permission that is not known here, by its name.
  case other(String)

  init(reading object: JSONObjectReader) throws {
    let key = "permission"
    switch object.object[key] {
    case .string("FullAccess"): self = .fullAccess
    case .string(let name): self = .other(name)
    // Two permissions at once are none: which one counts would be anyone's guess.
    case .object(let members) where members.count == 1:
      let permission = JSONObjectReader(members, path: object.path(of: key))
      switch members.keys[0] {
      case "FunctionCall":
        self = .functionCall(try NEARFunctionCallScope(reading: permission.requiredObject("FunctionCall")))
      case "GasKeyFullAccess": self = .gasKeyFullAccess
      case "GasKeyFunctionCall":
        self = .gasKeyFunctionCall(
          try NEARFunctionCallScope(reading: permission.requiredObject("GasKeyFunctionCall")))
      case let name: self = .other(name)
      }
    default: throw JSONError(code: .wrongType, reason: "\(object.path(of: key)) must be a permission")
    }
  }
}

/// Which calls a function-call key may make.
public struct NEARFunctionCallScope: Sendable, Hashable {
  /// What it may still spend on gas; nil for any amount.
  public let allowance: NEARAmount?
  /// The contract. Text, because the chain keeps here what is no account id, too.
  public let receiverID: String
  /// The functions; none stand for every function.
  public let methodNames: [String]

  init(reading object: JSONObjectReader) throws {
    allowance = try object.optionalAmount("allowance")
    receiverID = try object.requiredString("receiver_id")
    methodNames = try object.requiredStrings("method_names")
  }
}

/// An access key as it is at a block (NEAR RPC §view_access_key).
public struct NEARAccessKeyView: Sendable, Hashable, NEARStateView {
  /// The nonce of the last transaction the key signed.
  public let nonce: UInt64
  /// What the key may do.
  public let permission: NEARAccessKeyPermission
  /// The block.
  public let block: NEARBlockReference

  init(reading result: JSONObjectReader) throws {
    nonce = try result.requiredUInt64("nonce")
    permission = try NEARAccessKeyPermission(reading: result)
    block = try result.block()
  }
}

/// The access keys of an account as they are at a block (NEAR RPC §view_access_key_list).
public struct NEARAccessKeyListView: Sendable, Hashable, NEARStateView {
  /// A key of an account.
  public struct Entry: Sendable, Hashable {
    /// The key, as the node writes it. Keys of curves that are not known here are listed, too.
    public let publicKeyText: String
    /// The key; nil for a curve that is not known here.
    public let publicKey: NEARPublicKey?
    /// The nonce of the last transaction the key signed.
    public let nonce: UInt64
    /// What the key may do.
    public let permission: NEARAccessKeyPermission
  }

  /// The keys, in the node's order.
  public let keys: [Entry]
  /// The block.
  public let block: NEARBlockReference

  init(reading result: JSONObjectReader) throws {
    keys = try result.requiredObjects("keys").map { entry in
      let text = try entry.requiredString("public_key")
      let accessKey = try entry.requiredObject("access_key")
      return Entry(
        publicKeyText: text, publicKey: try? NEARPublicKey(parsing: text),
        nonce: try accessKey.requiredUInt64("nonce"),
        permission: try NEARAccessKeyPermission(reading: accessKey))
    }
    block = try result.block()
  }
}

extension RPCQuestion {
  static func accessKey(_ key: NEARPublicKey, of account: NEARAccountID) -> RPCQuestion {
    .query("view_access_key", account: account, publicKey: key)
  }
}
