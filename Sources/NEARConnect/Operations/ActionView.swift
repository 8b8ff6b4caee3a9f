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

  /// Whether it shows this action; nil when it shows too little to say.
  func isOf(_ action: NEARAction) -> Bool? {
    guard kind == action.kindName else { return false }
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
    // Of the others nodes show hashes, or there is nothing more to show.
    default: return true
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

  /// A full-access key where a lesser one was asked for is the whole account.
  private func grants(_ permission: NEARAction.Permission) -> Bool? {
    members["access_key"]?["permission"].map { shown in
      if case .fullAccess = permission { shown.string == "FullAccess" } else { shown.string != "FullAccess" }
    }
  }
}
