/// An action of a transaction or delegate action. It applies to the receiver (NEAR Protocol Specification
/// §Actions; order and layout as in nearcore's `Action`).
public enum NEARAction: Sendable, Hashable {
  /// Creates the receiver: a subaccount of the signer or a new implicit account.
  case createAccount
  /// Deploys a WebAssembly contract to the receiver.
  case deployContract(code: [UInt8])
  /// Calls a method of the receiver's contract.
  indirect case functionCall(FunctionCall)
  /// Sends tokens.
  case transfer(deposit: NEARAmount)
  /// Stakes tokens with a validator key.
  case stake(amount: NEARAmount, publicKey: NEARPublicKey)
  /// Adds an access key to the receiver.
  indirect case addKey(publicKey: NEARPublicKey, accessKey: AccessKey)
  /// Deletes an access key of the receiver.
  case deleteKey(publicKey: NEARPublicKey)
  /// Deletes the receiver and transfers its balance to another account.
  case deleteAccount(beneficiaryID: NEARAccountID)
  /// Executes a delegate action that the receiver signed (NEP-366). ``DelegateAction/format`` decides between
  /// `Delegate` and `DelegateV2`.
  indirect case delegate(SignedDelegateAction)
  /// Deploys a contract that all accounts can use (NEP-591).
  case deployGlobalContract(code: [UInt8], mode: GlobalContractDeployMode)
  /// Creates the receiver use a global contract (NEP-591).
  case useGlobalContract(GlobalContract)
  /// Initializes a deterministic account (NEP-616).
  indirect case deterministicStateInit(StateInit, deposit: NEARAmount)
  /// Adds to the balance of a gas key.
  case transferToGasKey(publicKey: NEARPublicKey, deposit: NEARAmount)
  /// Withdraws from the balance of a gas key.
  case withdrawFromGasKey(publicKey: NEARPublicKey, amount: NEARAmount)

  /// Whether this action executes a delegate action. A delegate action must not contain such an action.
  public var isDelegate: Bool {
    if case .delegate = self { true } else { false }
  }

  /// The name of the kind of action in NEAR's tools.
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
  /// A call to a method of a contract.
  public struct FunctionCall: Sendable, Hashable {
    /// The name of the method.
    public var methodName: String
    /// The arguments, usually JSON or Borsh.
    public var arguments: [UInt8]
    /// The gas limit of the call.
    public var gas: UInt64
    /// The tokens that are attached to the call.
    public var deposit: NEARAmount

    /// Creates a call.
    public init(methodName: String, arguments: [UInt8], gas: UInt64, deposit: NEARAmount) {
      self.methodName = methodName
      self.arguments = arguments
      self.gas = gas
      self.deposit = deposit
    }
  }
}
