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

  /// Whether it shows this action. What a node leaves out is not held against it.
  func isOf(_ action: NEARAction) -> Bool {
    guard kind == action.kindName else { return false }
    switch action {
    case .transfer(let deposit): return says("deposit", deposit.yoctoText)
    case .functionCall(let call):
      return says("method_name", call.methodName) && says("deposit", call.deposit.yoctoText)
        && says("gas", String(call.gas)) && hasArguments(call.arguments)
    case .stake(let amount, let key):
      return says("stake", amount.yoctoText) && says("public_key", key.description)
    case .addKey(let key, let access): return says("public_key", key.description) && grants(access.permission)
    case .deleteKey(let key): return says("public_key", key.description)
    case .deleteAccount(let beneficiary): return says("beneficiary_id", beneficiary.description)
    default: return true
    }
  }

  private func says(_ name: String, _ text: String) -> Bool {
    guard let value = members[name] else { return true }
    return value.string == text || value.number?.text == text
  }

  private func hasArguments(_ arguments: [UInt8]) -> Bool {
    guard let shown = members["args"].flatMap(WalletAnswer.bytes) else { return true }
    return NEARAction.sameArguments(shown, arguments)
  }

  /// A full-access key where a lesser one was asked for is the whole account.
  private func grants(_ permission: NEARAction.Permission) -> Bool {
    guard let shown = members["access_key"]?["permission"] else { return true }
    if case .fullAccess = permission { return shown.string == "FullAccess" }
    return shown.string != "FullAccess"
  }
}
