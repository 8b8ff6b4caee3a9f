internal import Encodings
internal import Foundation
internal import NEAR

/// Parses actions in near-connect's dictionary format, such as
/// `["type": "Transfer", "params": ["deposit": "1"]]`.
///
/// The dictionaries are parsed into ``NEAR/NEARAction`` before a wallet is called. Invalid actions are thus
/// reported to the app before the user sees a request, and the wallet's answer can be compared with the
/// request.
struct ActionDictionary {
  private let type: String
  private let params: [String: Any]

  init(_ dictionary: [String: Any]) throws(NEARError) {
    guard let type = dictionary["type"] as? String else {
      throw .invalidTransaction("An action has no type.")
    }
    self.type = type
    params = dictionary["params"] as? [String: Any] ?? [:]
  }

  /// Parses a list of dictionaries.
  static func actions(_ dictionaries: [[String: Any]]) throws(NEARError) -> [NEARAction] {
    var actions: [NEARAction] = []
    for dictionary in dictionaries { actions.append(try ActionDictionary(dictionary).action()) }
    return actions
  }

  /// Parses the action.
  ///
  /// - Throws: `invalid_transaction` with the invalid parameter in its reason.
  func action() throws(NEARError) -> NEARAction {
    switch type {
    case "CreateAccount": return .createAccount
    case "Transfer": return .transfer(deposit: try amount("deposit"))
    case "FunctionCall":
      return .functionCall(
        .init(
          methodName: try text("methodName"), arguments: try arguments(), gas: try gas(),
          deposit: try params["deposit"] == nil ? .zero : amount("deposit")))
    case "DeployContract": return .deployContract(code: try bytes("code"))
    case "Stake": return .stake(amount: try amount("stake"), publicKey: try key())
    case "AddKey": return .addKey(publicKey: try key(), accessKey: try accessKey())
    case "DeleteKey": return .deleteKey(publicKey: try key())
    case "DeleteAccount": return .deleteAccount(beneficiaryID: try account(text("beneficiaryId")))
    case "UseGlobalContract": return .useGlobalContract(try globalContract())
    case "DeployGlobalContract":
      guard let mode = NEARAction.GlobalContractDeployMode(rawValue: try text("deployMode")) else {
        throw invalid("deployMode must be CodeHash or AccountId")
      }
      return .deployGlobalContract(code: try bytes("code"), mode: mode)
    default: throw .invalidTransaction("The action type \(type.prefix(40)) is unknown.")
    }
  }

  private func invalid(_ problem: String) -> NEARError {
    .invalidTransaction("In an action of the type \(type): \(problem).")
  }

  private func text(_ name: String) throws(NEARError) -> String {
    guard let text = params[name] as? String else { throw invalid("\(name) must be a string") }
    return text
  }

  /// Amounts are strings of digits, or numbers that are exact.
  private func digits(_ value: Any?, _ name: String) throws(NEARError) -> String {
    if let text = value as? String { return text }
    if let digits = value.flatMap(JSONScalar.wholeDigits) { return digits }
    throw invalid("\(name) must be a whole number or a string of digits")
  }

  private func amount(_ name: String) throws(NEARError) -> NEARAmount { try amount(params[name], name) }

  private func amount(_ value: Any?, _ name: String) throws(NEARError) -> NEARAmount {
    let digits = try digits(value, name)
    do throws(NEARError) { return try NEARAmount(parsingYocto: digits) } catch {
      throw invalid("\(name) must be a whole number of yoctoNEAR")
    }
  }

  private func gas() throws(NEARError) -> UInt64 {
    guard let gas = UInt64(try digits(params["gas"], "gas")) else {
      throw invalid("gas must be a whole number")
    }
    return gas
  }

  private func key() throws(NEARError) -> NEARPublicKey {
    let text = try text("publicKey")
    do throws(NEARError) { return try NEARPublicKey(parsing: text) } catch {
      throw invalid("publicKey must be a key such as ed25519:…")
    }
  }

  private func account(_ text: String) throws(NEARError) -> NEARAccountID {
    do throws(NEARError) { return try NEARAccountID(parsing: text) } catch {
      throw invalid("an account id is not valid")
    }
  }

  private func bytes(_ name: String) throws(NEARError) -> [UInt8] {
    switch params[name] {
    case let bytes as [UInt8]: return bytes
    case let data as Data: return Array(data)
    case let text as String:
      if let bytes = WalletAnswer.base64(text) { return bytes }
      throw invalid("\(name) must be bytes or base64")
    default: throw invalid("\(name) must be bytes or base64")
    }
  }

  /// Dictionaries become JSON. A string is used unchanged if it contains JSON, and is otherwise decoded from
  /// base64. Bytes are used as they are.
  private func arguments() throws(NEARError) -> [UInt8] {
    switch params["args"] {
    case nil: return Array("{}".utf8)
    case let text as String:
      if (try? JSONParser.parse(text)) != nil { return Array(text.utf8) }
      return try bytes("args")
    case is [UInt8], is Data: return try bytes("args")
    case let value?: return try JSONDictionary.json(value).serialized()
    }
  }

  private func accessKey() throws(NEARError) -> NEARAction.AccessKey {
    guard let access = params["accessKey"] as? [String: Any] else {
      throw invalid("accessKey must be a dictionary")
    }
    let nonce = try isAbsent(access["nonce"]) ? 0 : UInt64(digits(access["nonce"], "nonce"))
    guard let nonce else { throw invalid("nonce must be a whole number") }
    if access["permission"] as? String == "FullAccess" { return .init(nonce: nonce, permission: .fullAccess) }
    guard let scope = access["permission"] as? [String: Any], let receiver = scope["receiverId"] as? String
    else {
      throw invalid("permission must be FullAccess or a dictionary with a receiverId")
    }
    // A key without an allowance can spend the whole balance, and a key without methods can call every method.
    // Only an absent member has this meaning; a malformed member is an error.
    let allowance = try isAbsent(scope["allowance"]) ? nil : amount(scope["allowance"], "allowance")
    let methods = isAbsent(scope["methodNames"]) ? [] : scope["methodNames"] as? [String]
    guard let methods else { throw invalid("methodNames must be a list of strings") }
    return .init(
      nonce: nonce,
      permission: .functionCall(
        .init(allowance: allowance, receiverID: try account(receiver).description, methodNames: methods)))
  }

  private func isAbsent(_ value: Any?) -> Bool { value == nil || value is NSNull }

  private func globalContract() throws(NEARError) -> NEARAction.GlobalContract {
    let identifier = params["contractIdentifier"] as? [String: Any] ?? [:]
    if let id = identifier["accountId"] as? String { return .accountID(try account(id)) }
    if let text = identifier["codeHash"] as? String, let hash = try? NEARHash(parsing: text) {
      return .codeHash(hash)
    }
    throw invalid("contractIdentifier must have an accountId or a codeHash")
  }
}
