extension NEARAction {
  /// The access that ``addKey(publicKey:accessKey:)`` gives.
  public struct AccessKey: Sendable, Hashable {
    /// The nonce the key starts from; the network replaces it by one of its own.
    public var nonce: UInt64
    /// What the key may do.
    public var permission: Permission

    /// Makes an access key.
    public init(nonce: UInt64 = 0, permission: Permission) {
      self.nonce = nonce
      self.permission = permission
    }
  }

  /// What a key may do.
  public enum Permission: Sendable, Hashable {
    /// Call some methods of one contract.
    case functionCall(FunctionCallPermission)
    /// Anything the account may do.
    case fullAccess
    /// Call some methods of one contract, paying gas from a balance of its own.
    case gasKeyFunctionCall(GasKey, FunctionCallPermission)
    /// Anything the account may do, paying gas from a balance of its own.
    case gasKeyFullAccess(GasKey)
  }

  /// Which calls a key may make.
  public struct FunctionCallPermission: Sendable, Hashable {
    /// How many tokens the key may still burn as gas; nil for any number.
    public var allowance: NEARAmount?
    /// The contract. Text, because nodes accept here what is no account id.
    public var receiverID: String
    /// The methods; none stand for every method.
    public var methodNames: [String]

    /// Makes a permission.
    public init(allowance: NEARAmount?, receiverID: String, methodNames: [String]) {
      self.allowance = allowance
      self.receiverID = receiverID
      self.methodNames = methodNames
    }
  }

  /// The balance and the nonces of a key that pays gas itself.
  public struct GasKey: Sendable, Hashable {
    /// The tokens the key may burn as gas.
    public var balance: NEARAmount
    /// How many nonces the key counts side by side.
    public var nonceCount: UInt16

    /// Makes the state of a gas key.
    public init(balance: NEARAmount, nonceCount: UInt16) {
      self.balance = balance
      self.nonceCount = nonceCount
    }
  }
}
