internal import Encodings
internal import NEAR

/// An action as nodes show it (NEAR RPC §tx, `ActionView`): its kind as a text, or as the one member of an
/// object that holds the rest.
struct ActionView {
  private let kind: String?
  private let members: JSONObject

  init(_ value: JSONValue) {
    if let object = value.object, let member = object.first(where: { _ in true }) {
      kind = object.count == 1 ? member.key : object["type"]?.string
      members = (object.count == 1 ? member.value : object["params"] ?? .null).object ?? [:]
    } else {
      kind = value.string
      members = [:]
    }
  }

  /// Whether it shows this action; nil when it shows too little to say, or when actions of this kind are not
  /// compared.
  func isOf(_ action: NEARAction) -> Bool? {
    guard let kind, action.shownKinds.contains(kind) else { return false }
    switch action {
    case .transfer(let deposit): return all(says("deposit", deposit.yoctoText))
    case .functionCall(let call):
      return all(
        says("method_name", call.methodName), says("deposit", call.deposit.yoctoText),
        says("gas", String(call.gas)), hasArguments(call.arguments))
    case .stake(let amount, let key):
      return all(says("stake", amount.yoctoText), says("public_key", key.description))
    case .addKey(let key, let access):
      return all(says("public_key", key.description), grants(access.permission))
    case .deleteKey(let key): return all(says("public_key", key.description))
    case .deleteAccount(let beneficiary): return all(says("beneficiary_id", beneficiary.description))
    case .createAccount: return true
    case .transferToGasKey(let key, let deposit):
      return all(says("public_key", key.description), says("deposit", deposit.yoctoText))
    case .withdrawFromGasKey(let key, let amount):
      return all(says("public_key", key.description), says("amount", amount.yoctoText))
    // Nodes show the hash of a contract.
    case .deployContract, .deployGlobalContract, .useGlobalContract, .deterministicStateInit, .delegate:
      return nil
    }
  }

  private func all(_ parts: Bool?...) -> Bool? {
    parts.contains(false) ? false : parts.contains(nil) ? nil : true
  }

  private func says(_ name: String, _ text: String) -> Bool? {
    members[name].map { $0.string == text || $0.number?.text == text }
  }

  private func hasArguments(_ arguments: [UInt8]) -> Bool? {
    members["args"].flatMap(WalletAnswer.bytes).map { NEARAction.sameArguments($0, arguments) }
  }

  private func grants(_ permission: NEARAction.Permission) -> Bool? {
    guard let shown = members["access_key"]?["permission"].map(ActionView.init), let kind = shown.kind else {
      return nil
    }
    guard kind == permission.kindName else { return false }
    switch permission {
    case .fullAccess: return true
    case .functionCall(let scope): return shown.allows(scope)
    // The balance and the number of nonces of a gas key are not compared.
    case .gasKeyFunctionCall(_, let scope): return all(shown.allows(scope), nil)
    case .gasKeyFullAccess: return nil
    }
  }

  private func allows(_ scope: NEARAction.FunctionCallPermission) -> Bool? {
    let methods = members["method_names"]?.array.map { Set($0.map(\.string)) == Set(scope.methodNames) }
    let allowance =
      if let asked = scope.allowance { says("allowance", asked.yoctoText) } else {
        members["allowance"].map { $0 == .null }
      }
    return all(says("receiver_id", scope.receiverID), methods, allowance)
  }
}

extension NEARAction {
  /// The kinds by which this action is shown. Nodes show a global contract of an account as a kind of its own.
  fileprivate var shownKinds: [String] {
    switch self {
    case .deployGlobalContract(_, .accountID), .useGlobalContract(.accountID):
      [kindName, kindName + "ByAccountId"]
    default: [kindName]
    }
  }
}

extension NEARAction.Permission {
  fileprivate var kindName: String {
    switch self {
    case .fullAccess: "FullAccess"
    case .functionCall: "FunctionCall"
    case .gasKeyFullAccess: "GasKeyFullAccess"
    case .gasKeyFunctionCall: "GasKeyFunctionCall"
    }
  }
}
