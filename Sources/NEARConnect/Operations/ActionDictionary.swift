internal import Encodings
internal import Foundation
internal import NEAR

/// Reads the dictionaries in which apps write actions for near-connect, such as
/// `["type": "Transfer", "params": ["deposit": "1"]]`.
///
/// They are read into ``NEAR/NEARAction`` before anything is sent, so that what is wrong with one is an error
/// here and not somewhere in a wallet, and so that what the wallet did can be held against it.
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

  /// The actions of dictionaries.
  static func actions(_ dictionaries: [[String: Any]]) throws(NEARError) -> [NEARAction] {
    var actions: [NEARAction] = []
    for dictionary in dictionaries { actions.append(try ActionDictionary(dictionary).action()) }
    return actions
  }

  /// The action.
  ///
  /// - Throws: `invalid_transaction`, naming what is wrong.
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
    default: throw .invalidTransaction("There is no action of the type \(type.prefix(40)).")
    }
  }

  private func invalid(_ what: String) -> NEARError {
    .invalidTransaction("In an action of the type \(type): \(what).")
  }

  private func text(_ name: String) throws(NEARError) -> String {
    guard let text = params[name] as? String else { throw invalid("\(name) must be a text") }
    return text
  }

  /// Amounts are texts of digits, or numbers that hold every digit.
  private func digits(_ value: Any?, _ name: String) throws(NEARError) -> String {
    if let text = value as? String { return text }
    if let digits = value.flatMap(JSONScalar.wholeDigits) { return digits }
    throw invalid("\(name) must be a whole number, or a text of its digits")
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
      throw invalid("an account id is malformed")
    }
  }

  private func bytes(_ name: String) throws(NEARError) -> [UInt8] {
    switch params[name] {
    case let bytes as [UInt8]: return bytes
    case let data as Data: return Array(data)
    case let text as String:
      if let bytes = WalletAnswer.base64(text) { return bytes }
      throw invalid("\(name) must be bytes, or base64 of them")
    default: throw invalid("\(name) must be bytes, or base64 of them")
    }
  }

  /// A dictionary is JSON; a text is JSON too, or else base64 of bytes; bytes are themselves.
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
      throw invalid("permission must be FullAccess, or a dictionary with a receiverId")
    }
    // Without an allowance a key may spend everything, and without methods it may call every one: only a member
    // that is absent means that.
    let allowance = try isAbsent(scope["allowance"]) ? nil : amount(scope["allowance"], "allowance")
    let methods = isAbsent(scope["methodNames"]) ? [] : scope["methodNames"] as? [String]
    guard let methods else { throw invalid("methodNames must be a list of texts") }
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
