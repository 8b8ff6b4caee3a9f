public import Encodings

// Numbers with 64 and 128 bits are decimal text, because some JSON parsers lose digits. Bytes are base64. The
// names are those of NEAR's JSON-RPC, in the `{"type", "params"}` objects that wallets accept.
extension NEARAction {
  /// The action as JSON.
  public var json: JSONValue { ["type": .string(kindName), "params": .object(parameters)] }

  private var parameters: JSONObject {
    switch self {
    case .createAccount: [:]
    case .deployContract(let code): ["code": .base64(code)]
    case .functionCall(let call):
      [
        "method_name": .string(call.methodName), "args": .base64(call.arguments),
        "gas": .text(call.gas), "deposit": .yocto(call.deposit),
      ]
    case .transfer(let deposit): ["deposit": .yocto(deposit)]
    case .stake(let amount, let publicKey): ["stake": .yocto(amount), "public_key": .text(publicKey)]
    case .addKey(let publicKey, let accessKey):
      ["public_key": .text(publicKey), "access_key": accessKey.json]
    case .deleteKey(let publicKey): ["public_key": .text(publicKey)]
    case .deleteAccount(let beneficiaryID): ["beneficiary_id": .text(beneficiaryID)]
    case .delegate(let signed): signed.json.object ?? [:]
    case .deployGlobalContract(let code, let mode):
      ["code": .base64(code), "deploy_mode": .string(mode.rawValue)]
    case .useGlobalContract(let contract): ["contract_identifier": contract.json]
    case .deterministicStateInit(let state, let deposit):
      ["state_init": state.json, "deposit": .yocto(deposit)]
    case .transferToGasKey(let publicKey, let deposit):
      ["public_key": .text(publicKey), "deposit": .yocto(deposit)]
    case .withdrawFromGasKey(let publicKey, let amount):
      ["public_key": .text(publicKey), "amount": .yocto(amount)]
    }
  }
}

extension NEARAction.AccessKey {
  fileprivate var json: JSONValue { ["nonce": .text(nonce), "permission": permission.json] }
}

extension NEARAction.Permission {
  fileprivate var json: JSONValue {
    switch self {
    case .fullAccess: "FullAccess"
    case .functionCall(let permission): ["FunctionCall": .object(permission.json)]
    case .gasKeyFullAccess(let gasKey): ["GasKeyFullAccess": .object(gasKey.json)]
    case .gasKeyFunctionCall(let gasKey, let permission):
      ["GasKeyFunctionCall": .object(JSONObject(members(of: gasKey.json) + members(of: permission.json)))]
    }
  }

  private func members(of object: JSONObject) -> [(String, JSONValue)] {
    object.keys.compactMap { key in object[key].map { (key, $0) } }
  }
}

extension NEARAction.FunctionCallPermission {
  fileprivate var json: JSONObject {
    [
      "allowance": allowance.map { .yocto($0) } ?? .null, "receiver_id": .string(receiverID),
      "method_names": .strings(methodNames),
    ]
  }
}

extension NEARAction.GasKey {
  fileprivate var json: JSONObject { ["balance": .yocto(balance), "num_nonces": .integer(nonceCount)] }
}

extension NEARAction.GlobalContract {
  fileprivate var json: JSONValue {
    switch self {
    case .codeHash(let hash): ["code_hash": .text(hash)]
    case .accountID(let accountID): ["account_id": .text(accountID)]
    }
  }
}

extension NEARAction.StateInit {
  fileprivate var json: JSONValue {
    let entries = data.map { entry -> JSONValue in
      ["key": .base64(entry.key), "value": .base64(entry.value)]
    }
    return ["V1": ["code": code.json, "data": .array(entries)]]
  }
}

extension JSONValue {
  /// A string with bytes in base64.
  static func base64(_ bytes: [UInt8]) -> JSONValue { .string(Base64.encode(bytes)) }

  /// A string with the description of a value.
  static func text(_ value: some CustomStringConvertible) -> JSONValue { .string(value.description) }

  /// A string with an amount in yoctoNEAR.
  static func yocto(_ amount: NEARAmount) -> JSONValue { .string(amount.yoctoText) }
}

// The format is that of ``NEARAction/json``. Members of the newer layout are present only in that layout.
extension NEARTransaction {
  /// The transaction as JSON, including its hash.
  public var json: JSONValue {
    var object: JSONObject = [
      "hash": .text(hash), "signer_id": .text(signerID), "public_key": .text(publicKey),
      "nonce": .text(nonce), "receiver_id": .text(receiverID), "block_hash": .text(blockHash),
      "actions": .array(actions.map(\.json)),
    ]
    if case .v1(let nonceIndex, let nonceMode) = format {
      object["nonce_index"] = nonceIndex.map { .integer($0) }
      object["nonce_mode"] = .string(nonceMode.rawValue)
    }
    return .object(object)
  }
}

extension SignedNEARTransaction {
  /// The transaction as JSON, including its hash and signature.
  public var json: JSONValue {
    var object = transaction.json.object ?? [:]
    object["signature"] = .text(signature)
    return .object(object)
  }
}
