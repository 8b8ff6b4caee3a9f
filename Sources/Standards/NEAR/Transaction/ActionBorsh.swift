internal import BinaryEncodings

extension NEARAction: BorshValue {
  /// The minimum length of an encoded action: its tag.
  static let minimumLength = 1
  /// The most actions that the network executes at once (nearcore `max_actions_per_receipt`).
  static let maximumCount = 100
  /// The tags of `Delegate` and `DelegateV2`.
  static let delegateTags: [UInt8] = [8, 14]

  init(from reader: inout BorshReader) throws {
    switch try reader.u8() {
    case 0: self = .createAccount
    case 1: self = .deployContract(code: try reader.vector())
    case 2: self = .functionCall(try FunctionCall(from: &reader))
    case 3: self = .transfer(deposit: try NEARAmount(from: &reader))
    case 4:
      let amount = try NEARAmount(from: &reader)
      self = .stake(amount: amount, publicKey: try NEARPublicKey(from: &reader))
    case 5:
      let publicKey = try NEARPublicKey(from: &reader)
      self = .addKey(publicKey: publicKey, accessKey: try AccessKey(from: &reader))
    case 6: self = .deleteKey(publicKey: try NEARPublicKey(from: &reader))
    case 7: self = .deleteAccount(beneficiaryID: try NEARAccountID(from: &reader))
    case 8: self = .delegate(try SignedDelegateAction(from: &reader, .nep366))
    case 9:
      let code = try reader.vector()
      self = .deployGlobalContract(code: code, mode: try GlobalContractDeployMode(from: &reader))
    case 10: self = .useGlobalContract(try GlobalContract(from: &reader))
    case 11:
      let state = try StateInit(from: &reader)
      self = .deterministicStateInit(state, deposit: try NEARAmount(from: &reader))
    case 12:
      let publicKey = try NEARPublicKey(from: &reader)
      self = .transferToGasKey(publicKey: publicKey, deposit: try NEARAmount(from: &reader))
    case 13:
      let publicKey = try NEARPublicKey(from: &reader)
      self = .withdrawFromGasKey(publicKey: publicKey, amount: try NEARAmount(from: &reader))
    case 14: self = .delegate(try SignedDelegateAction(from: &reader, .v2))
    case let tag:
      throw NEARError(code: .unsupportedAction, reason: "The action number \(tag) is unknown.")
    }
  }

  func write(to writer: inout BorshWriter) {
    writer.u8(borshTag)
    switch self {
    case .createAccount: break
    case .deployContract(let code): writer.vector(code)
    case .functionCall(let call): call.write(to: &writer)
    case .transfer(let deposit): deposit.write(to: &writer)
    case .stake(let amount, let publicKey):
      amount.write(to: &writer)
      publicKey.write(to: &writer)
    case .addKey(let publicKey, let accessKey):
      publicKey.write(to: &writer)
      accessKey.write(to: &writer)
    case .deleteKey(let publicKey): publicKey.write(to: &writer)
    case .deleteAccount(let beneficiaryID): beneficiaryID.write(to: &writer)
    case .delegate(let signed): signed.write(to: &writer)
    case .deployGlobalContract(let code, let mode):
      writer.vector(code)
      mode.write(to: &writer)
    case .useGlobalContract(let contract): contract.write(to: &writer)
    case .deterministicStateInit(let state, let deposit):
      state.write(to: &writer)
      deposit.write(to: &writer)
    case .transferToGasKey(let publicKey, let amount), .withdrawFromGasKey(let publicKey, let amount):
      publicKey.write(to: &writer)
      amount.write(to: &writer)
    }
  }

  /// The byte that identifies the kind of action.
  private var borshTag: UInt8 {
    switch self {
    case .createAccount: 0
    case .deployContract: 1
    case .functionCall: 2
    case .transfer: 3
    case .stake: 4
    case .addKey: 5
    case .deleteKey: 6
    case .deleteAccount: 7
    case .delegate(let signed): signed.delegateAction.format == .nep366 ? 8 : 14
    case .deployGlobalContract: 9
    case .useGlobalContract: 10
    case .deterministicStateInit: 11
    case .transferToGasKey: 12
    case .withdrawFromGasKey: 13
    }
  }
}

extension BorshReader {
  /// Parses a `Vec<Action>` that contains at most the number of actions that the network executes.
  ///
  /// - Parameter isDelegate: Whether the actions belong to a delegate action. A delegate action inside is then
  ///   refused by its tag before it is parsed, so that the nesting depth stays limited.
  /// - Returns: The actions.
  /// - Throws: `too_many_actions`, `nested_delegate_action`, and the errors of parsing an action.
  mutating func actions(ofDelegate isDelegate: Bool) throws -> [NEARAction] {
    var counter = self
    guard try counter.u32() <= NEARAction.maximumCount else {
      throw NEARError(
        code: .tooManyActions, reason: "There are more than \(NEARAction.maximumCount) actions.")
    }
    return try vector(ofElements: NEARAction.minimumLength) { reader in
      if isDelegate, let tag = reader.peek(), NEARAction.delegateTags.contains(tag) {
        throw NEARError.nestedDelegateAction
      }
      return try NEARAction(from: &reader)
    }
  }
}

extension BorshWriter {
  mutating func actions(_ actions: [NEARAction]) {
    vector(of: actions) { $1.write(to: &$0) }
  }
}
