extension NEARAction {
  /// The access key that ``addKey(publicKey:accessKey:)`` adds.
  public struct AccessKey: Sendable, Hashable {
    /// The initial nonce. The network replaces it with its own.
    public var nonce: UInt64
    /// The permission of the key.
    public var permission: Permission

    /// Creates an access key.
    public init(nonce: UInt64 = 0, permission: Permission) {
      self.nonce = nonce
      self.permission = permission
    }
  }

  /// The permission of an access key.
  public enum Permission: Sendable, Hashable {
    /// Calls to one contract.
    case functionCall(FunctionCallPermission)
    /// Full access to the account.
    case fullAccess
    /// Calls to one contract. Gas is paid from the key's own balance.
    case gasKeyFunctionCall(GasKey, FunctionCallPermission)
    /// Full access to the account. Gas is paid from the key's own balance.
    case gasKeyFullAccess(GasKey)
  }

  /// The calls that a function-call key may make.
  public struct FunctionCallPermission: Sendable, Hashable {
    /// The remaining allowance for gas; nil for no limit.
    public var allowance: NEARAmount?
    /// The contract. It is text, because nodes also accept strings here that are not account ids.
    public var receiverID: String
    /// The methods; empty for all methods.
    public var methodNames: [String]

    /// Creates a permission.
    public init(allowance: NEARAmount?, receiverID: String, methodNames: [String]) {
      self.allowance = allowance
      self.receiverID = receiverID
      self.methodNames = methodNames
    }
  }

  /// The balance and the number of nonces of a gas key (NEP-611).
  public struct GasKey: Sendable, Hashable {
    /// The amount that the key may spend on gas.
    public var balance: NEARAmount
    /// The number of independent nonces of the key.
    public var nonceCount: UInt16

    /// Creates the state of a gas key.
    public init(balance: NEARAmount, nonceCount: UInt16) {
      self.balance = balance
      self.nonceCount = nonceCount
    }
  }
}
