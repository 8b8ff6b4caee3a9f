internal import Encodings

/// The permission of an access key on the chain.
public enum NEARAccessKeyPermission: Sendable, Hashable {
  /// Full access to the account.
  case fullAccess
  /// Calls to one contract.
  case functionCall(NEARAction.FunctionCallPermission)
  /// Full access. Gas is paid from the key's own balance (NEP-611).
  case gasKeyFullAccess
  /// Calls to one contract. Gas is paid from the key's own balance (NEP-611).
  case gasKeyFunctionCall(NEARAction.FunctionCallPermission)
  /// A permission that this library does not know, by its name.
  case other(String)

  init(reading object: JSONObjectReader) throws {
    let key = "permission"
    switch object.object[key] {
    case .string("FullAccess"): self = .fullAccess
    case .string(let name): self = .other(name)
    // An object with two permissions is ambiguous and refused.
    case .object(let members) where members.count == 1:
      let permission = JSONObjectReader(members, path: object.path(of: key))
      switch members.keys[0] {
      case "FunctionCall":
        self = .functionCall(
          try NEARAction.FunctionCallPermission(reading: permission.requiredObject("FunctionCall")))
      case "GasKeyFullAccess": self = .gasKeyFullAccess
      case "GasKeyFunctionCall":
        self = .gasKeyFunctionCall(
          try NEARAction.FunctionCallPermission(reading: permission.requiredObject("GasKeyFunctionCall")))
      case let name: self = .other(name)
      }
    default: throw JSONError(code: .wrongType, reason: "\(object.path(of: key)) must be a permission")
    }
  }
}

extension NEARAction.FunctionCallPermission {
  init(reading object: JSONObjectReader) throws {
    self.init(
      allowance: try object.optionalAmount("allowance"), receiverID: try object.requiredString("receiver_id"),
      methodNames: try object.requiredStrings("method_names"))
  }
}

/// An access key at a block (NEAR RPC §view_access_key).
public struct NEARAccessKeyView: Sendable, Hashable, NEARStateView {
  /// The nonce of the last transaction that the key signed.
  public let nonce: UInt64
  /// The permission of the key.
  public let permission: NEARAccessKeyPermission
  /// The block.
  public let block: NEARBlockReference

  init(reading result: JSONObjectReader) throws {
    nonce = try result.requiredUInt64("nonce")
    permission = try NEARAccessKeyPermission(reading: result)
    block = try result.block()
  }
}

/// The access keys of an account at a block (NEAR RPC §view_access_key_list).
public struct NEARAccessKeyListView: Sendable, Hashable, NEARStateView {
  /// An access key of an account.
  public struct Entry: Sendable, Hashable {
    /// The key as the node writes it. Keys on unknown curves are listed too.
    public let publicKeyText: String
    /// The key; nil for an unknown curve.
    public let publicKey: NEARPublicKey?
    /// The nonce of the last transaction that the key signed.
    public let nonce: UInt64
    /// The permission of the key.
    public let permission: NEARAccessKeyPermission
  }

  /// The keys in the order of the node's answer.
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

extension RPCRequest {
  static func accessKey(_ key: NEARPublicKey, of account: NEARAccountID) -> RPCRequest {
    .query("view_access_key", account: account, publicKey: key)
  }
}
