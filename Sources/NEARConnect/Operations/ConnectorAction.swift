internal import Encodings
internal import NEAR

/// An action in the dictionary that near-connect takes: `{"type", "params"}`.
///
/// Bytes have no place in JSON; the page makes those of the parameters named in `bytes` out of base64.
enum ConnectorAction {
  /// The dictionary of an action, and which of its parameters are bytes.
  ///
  /// - Throws: `invalid_transaction` for a kind that near-connect has no word for.
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
      throw .invalidTransaction("Wallets cannot be asked for an action of the kind \(action.kindName).")
    }
  }

  private static func wrap(_ type: JSONValue, _ params: JSONObject, bytes: [String] = []) -> JSONValue {
    var value: JSONObject = ["action": ["type": type, "params": .object(params)]]
    if !bytes.isEmpty { value["bytes"] = .strings(bytes) }
    return .object(value)
  }

  /// Arguments that are a JSON object are given as that object, which wallets can show, unless JavaScript would
  /// change a value. All others are given as bytes.
  private static func functionCall(_ type: JSONValue, _ call: NEARAction.FunctionCall) -> JSONValue {
    var params: JSONObject = [
      "methodName": .string(call.methodName), "gas": .string(String(call.gas)),
      "deposit": .string(call.deposit.yoctoText),
    ]
    if let object = try? JSONParser.parse(call.arguments), object.object != nil, object.survivesJavaScript {
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
      throw .invalidTransaction("Wallets cannot be asked to add a gas key.")
    }
  }
}
