/// One thing a transaction or a delegate action asks the network to do to its receiver (NEAR Protocol
/// Specification §Actions; order and layout as in nearcore's `Action`).
public enum NEARAction: Sendable, Hashable {
  /// Creates the receiver, a sub-account of the signer or a new implicit account.
  case createAccount
  /// Puts a WebAssembly contract on the receiver.
  case deployContract(code: [UInt8])
  /// Calls a method of the receiver's contract.
  indirect case functionCall(FunctionCall)
  /// Sends tokens.
  case transfer(deposit: NEARAmount)
  /// Stakes tokens for a validator's key.
  case stake(amount: NEARAmount, publicKey: NEARPublicKey)
  /// Gives a key access to the receiver.
  indirect case addKey(publicKey: NEARPublicKey, accessKey: AccessKey)
  /// Takes a key's access away.
  case deleteKey(publicKey: NEARPublicKey)
  /// Deletes the receiver and sends what it holds to another account.
  case deleteAccount(beneficiaryID: NEARAccountID)
  /// Carries out what the receiver signed off chain (NEP-366); ``DelegateAction/format`` decides between
  /// `Delegate` and `DelegateV2`.
  indirect case delegate(SignedDelegateAction)
  /// Puts a contract where every account can use it (NEP-591).
  case deployGlobalContract(code: [UInt8], mode: GlobalContractDeployMode)
  /// Makes the receiver use a global contract (NEP-591).
  case useGlobalContract(GlobalContract)
  /// Gives a deterministic account its first state (NEP-616).
  indirect case deterministicStateInit(StateInit, deposit: NEARAmount)
  /// Adds to the balance that a gas key pays gas from.
  case transferToGasKey(publicKey: NEARPublicKey, deposit: NEARAmount)
  /// Takes from the balance that a gas key pays gas from.
  case withdrawFromGasKey(publicKey: NEARPublicKey, amount: NEARAmount)

  /// Whether this carries out a delegate action, which a delegate action itself must not hold.
  public var isDelegate: Bool {
    if case .delegate = self { true } else { false }
  }

  /// The name of the kind of action, as NEAR's tools have it.
  public var kindName: String {
    switch self {
    case .createAccount: "CreateAccount"
    case .deployContract: "DeployContract"
    case .functionCall: "FunctionCall"
    case .transfer: "Transfer"
    case .stake: "Stake"
    case .addKey: "AddKey"
    case .deleteKey: "DeleteKey"
    case .deleteAccount: "DeleteAccount"
    case .delegate(let signed): signed.delegateAction.format == .nep366 ? "Delegate" : "DelegateV2"
    case .deployGlobalContract: "DeployGlobalContract"
    case .useGlobalContract: "UseGlobalContract"
    case .deterministicStateInit: "DeterministicStateInit"
    case .transferToGasKey: "TransferToGasKey"
    case .withdrawFromGasKey: "WithdrawFromGasKey"
    }
  }
}

extension NEARAction {
  /// A call of a contract's method.
  public struct FunctionCall: Sendable, Hashable {
    /// The method.
    public var methodName: String
    /// What it is given, usually JSON or Borsh.
    public var arguments: [UInt8]
    /// The most gas the call may burn.
    public var gas: UInt64
    /// The tokens that go with the call.
    public var deposit: NEARAmount

    /// Makes a call.
    public init(methodName: String, arguments: [UInt8], gas: UInt64, deposit: NEARAmount) {
      self.methodName = methodName
      self.arguments = arguments
      self.gas = gas
      self.deposit = deposit
    }
  }
}
