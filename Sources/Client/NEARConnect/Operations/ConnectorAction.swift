internal import Encodings
internal import NEAR

/// Converts an action to near-connect's dictionary format: `{"type", "params"}`.
///
/// JSON cannot contain bytes. The member `bytes` names the parameters that the page decodes from base64.
enum ConnectorAction {
  /// Returns the dictionary of an action and the names of its byte parameters.
  ///
  /// - Throws: `invalid_transaction` for a kind of action that near-connect does not support.
  static func json(_ action: NEARAction) throws(NEARError) -> JSONValue {
    let type = JSONValue.string(action.kindName)
    switch action {
    case .createAccount: return ["action": ["type": type]]
    case .transfer(let deposit): return wrap(type, ["deposit": .string(deposit.yoctoText)])
    case .functionCall(let call): return functionCall(type, call)
    case .deployContract(let code): return wrap(type, ["code": .string(Base64.encode(code))], bytes: ["code"])
    case .stake(let amount, let key):
      return wrap(type, ["stake": .string(amount.yoctoText), "publicKey": .string(key.description)])
    case .addKey(let key, let accessKey):
      return wrap(type, ["publicKey": .string(key.description), "accessKey": try access(accessKey)])
    case .deleteKey(let key): return wrap(type, ["publicKey": .string(key.description)])
    case .deleteAccount(let beneficiary):
      return wrap(type, ["beneficiaryId": .string(beneficiary.description)])
    case .deployGlobalContract(let code, let mode):
      return wrap(
        type, ["code": .string(Base64.encode(code)), "deployMode": .string(mode.rawValue)], bytes: ["code"])
    case .useGlobalContract(.accountID(let id)):
      return wrap(type, ["contractIdentifier": ["accountId": .string(id.description)]])
    case .useGlobalContract(.codeHash(let hash)):
      return wrap(type, ["contractIdentifier": ["codeHash": .string(hash.description)]])
    case .delegate, .deterministicStateInit, .transferToGasKey, .withdrawFromGasKey:
      throw .invalidTransaction("Wallets do not support actions of the kind \(action.kindName).")
    }
  }

  private static func wrap(_ type: JSONValue, _ params: JSONObject, bytes: [String] = []) -> JSONValue {
    var value: JSONObject = ["action": ["type": type, "params": .object(params)]]
    if !bytes.isEmpty { value["bytes"] = .strings(bytes) }
    return .object(value)
  }

  /// Arguments that are a JSON object are sent as an object, so that wallets can show them. They are sent as
  /// bytes if JavaScript would change one of their values.
  private static func functionCall(_ type: JSONValue, _ call: NEARAction.FunctionCall) -> JSONValue {
    var params: JSONObject = [
      "methodName": .string(call.methodName), "gas": .string(String(call.gas)),
      "deposit": .string(call.deposit.yoctoText),
    ]
    if let object = try? JSONParser.parse(call.arguments), object.object != nil, object.isExactInJavaScript {
      params["args"] = object
      return wrap(type, params)
    }
    params["args"] = .string(Base64.encode(call.arguments))
    return wrap(type, params, bytes: ["args"])
  }

  private static func access(_ key: NEARAction.AccessKey) throws(NEARError) -> JSONValue {
    switch key.permission {
    case .fullAccess: return ["nonce": .integer(key.nonce), "permission": "FullAccess"]
    case .functionCall(let permission):
      var scope: JSONObject = [
        "receiverId": .string(permission.receiverID), "methodNames": .strings(permission.methodNames),
      ]
      if let allowance = permission.allowance { scope["allowance"] = .string(allowance.yoctoText) }
      return ["nonce": .integer(key.nonce), "permission": .object(scope)]
    case .gasKeyFullAccess, .gasKeyFunctionCall:
      throw .invalidTransaction("Wallets do not support adding a gas key.")
    }
  }
}
