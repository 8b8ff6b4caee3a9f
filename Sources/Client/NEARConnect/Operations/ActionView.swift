internal import Encodings
internal import NEAR

/// An action in the format of a node's answer (NEAR RPC §tx, `ActionView`): either the kind as a string, or an
/// object with the kind as its only member.
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

  /// Compares the view with an action. The result is nil if the view lacks details, or if actions of this kind
  /// are not compared.
  func matches(_ action: NEARAction) -> Bool? {
    guard let kind, action.shownKinds.contains(kind) else { return false }
    switch action {
    case .transfer(let deposit): return all(matches("deposit", deposit.yoctoText))
    case .functionCall(let call):
      return all(
        matches("method_name", call.methodName), matches("deposit", call.deposit.yoctoText),
        matches("gas", String(call.gas)), hasArguments(call.arguments))
    case .stake(let amount, let key):
      return all(matches("stake", amount.yoctoText), matches("public_key", key.description))
    case .addKey(let key, let access):
      return all(matches("public_key", key.description), grants(access.permission))
    case .deleteKey(let key): return all(matches("public_key", key.description))
    case .deleteAccount(let beneficiary): return all(matches("beneficiary_id", beneficiary.description))
    case .createAccount: return true
    case .transferToGasKey(let key, let deposit):
      return all(matches("public_key", key.description), matches("deposit", deposit.yoctoText))
    case .withdrawFromGasKey(let key, let amount):
      return all(matches("public_key", key.description), matches("amount", amount.yoctoText))
    // Nodes show only the hash of a contract.
    case .deployContract, .deployGlobalContract, .useGlobalContract, .deterministicStateInit, .delegate:
      return nil
    }
  }

  private func all(_ parts: Bool?...) -> Bool? {
    parts.contains(false) ? false : parts.contains(nil) ? nil : true
  }

  private func matches(_ name: String, _ text: String) -> Bool? {
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
      if let asked = scope.allowance { matches("allowance", asked.yoctoText) } else {
        members["allowance"].map { $0 == .null }
      }
    return all(matches("receiver_id", scope.receiverID), methods, allowance)
  }
}

extension NEARAction {
  /// The kinds in which nodes show this action. Nodes use a separate kind for a global contract of an account.
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
