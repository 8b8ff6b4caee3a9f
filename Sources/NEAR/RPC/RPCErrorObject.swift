internal import Encodings

/// The `error` of an answer: since nearcore 1.17 a `name` and a `cause`, before that a text in `data`;
/// public endpoints still answer both (NEAR RPC §What could go wrong).
struct RPCErrorObject {
  /// `HANDLER_ERROR`, `REQUEST_VALIDATION_ERROR` or `INTERNAL_ERROR`; nil in the older style.
  let name: String?
  /// What went wrong, such as `UNKNOWN_ACCOUNT`.
  let cause: String?
  /// What the cause is about.
  let info: JSONObject
  /// The texts of the older style, in `data` and `message`.
  let texts: [String]

  init(_ error: JSONObject) {
    name = error["name"]?.string
    cause = error["cause"]?["name"]?.string
    info = error["cause"]?["info"]?.object ?? JSONObject()
    texts = [error["data"]?.string, error["message"]?.string].compactMap { $0 }
  }

  /// Where the chain was read.
  var block: NEARBlockReference? { Self.block(in: info) }

  /// The block that an answer's object names.
  static func block(in object: JSONObject) -> NEARBlockReference? {
    guard let height = object["block_height"]?.uint64, let hash = object["block_hash"]?.string else {
      return nil
    }
    return NEARBlockReference(height: height, hash: hash)
  }

  /// Which error, for a reason: a name if it looks like one, never a text of someone else's making.
  var label: String {
    for case let name? in [cause, name] {
      let isName = name.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
      }
      if isName, (1...64).contains(name.utf8.count) { return name }
    }
    return "an unnamed error"
  }
}

extension RPCAnswer {
  /// What an error says: something of the chain, or only of the endpoint.
  func problem(_ error: RPCErrorObject) -> RPCProblem {
    // Only a handler has looked at the chain.
    guard error.name == nil || error.name == "HANDLER_ERROR" else { return nodeError(error) }
    switch error.cause {
    case "UNKNOWN_ACCOUNT": return unknownAccount(named: error.info["requested_account_id"], at: error.block)
    case "UNKNOWN_ACCESS_KEY": return unknownAccessKey(named: error.info["public_key"], at: error.block)
    case "INVALID_ACCOUNT" where question.account != nil:
      return .chain(
        NEARError(code: .malformedAccountID, reason: "The network does not take this for an account id."),
        at: error.block)
    case "NO_CONTRACT_CODE" where question.runsContract:
      return .chain(
        NEARError(code: .noContract, reason: "There is no contract on the account."), at: error.block)
    case "CONTRACT_EXECUTION_ERROR" where question.runsContract:
      return contractFailed(error.info["vm_error"]?.string ?? "", at: error.block)
    case "UNKNOWN_BLOCK" where question.method == "block":
      return failure(.unknownBlock, "It does not have the block.")
    case "UNKNOWN_TRANSACTION" where question.method == "tx":
      return failure(.unknownTransaction, "It does not have the transaction.")
    case nil: return error.texts.lazy.compactMap { unknown(in: $0, at: nil) }.first ?? nodeError(error)
    default: return nodeError(error)
    }
  }

  /// What a text in `result.error` says: of the older style, or of the contract.
  func problem(text: String, at block: NEARBlockReference?) -> RPCProblem {
    if let problem = unknown(in: text, at: block) { return problem }
    if question.runsContract { return contractFailed(text, at: block) }
    return failure(.nodeError, "It answered an error that is not known here.")
  }

  /// The account or key that a text of the older style says is unknown; it must be the one asked for.
  private func unknown(in text: String, at block: NEARBlockReference?) -> RPCProblem? {
    if let account = question.account, text.hasPrefix("account \(account) does not exist while viewing") {
      return unknownAccount(named: nil, at: block)
    }
    if let key = question.publicKey, text.hasPrefix("access key \(key) does not exist while viewing") {
      return unknownAccessKey(named: nil, at: block)
    }
    return nil
  }

  private func unknownAccount(named name: JSONValue?, at block: NEARBlockReference?) -> RPCProblem {
    guard let account = question.account, name == nil || name?.string == account.description else {
      return malformed("is about another account")
    }
    return .chain(
      NEARError(code: .unknownAccount, reason: "The network does not know the account \(account)."), at: block
    )
  }

  private func unknownAccessKey(named name: JSONValue?, at block: NEARBlockReference?) -> RPCProblem {
    guard let key = question.publicKey, name == nil || name?.string == key.description else {
      return malformed("is about another key")
    }
    return .chain(
      NEARError(code: .unknownAccessKey, reason: "The account does not have the key \(key)."), at: block)
  }

  private func contractFailed(_ text: String, at block: NEARBlockReference?) -> RPCProblem {
    // The text is the contract's own: kept short and on one line.
    let line = String(
      String.UnicodeScalarView(text.unicodeScalars.prefix(300).map { $0.value < 0x20 ? " " : $0 }))
    return .chain(NEARError(code: .contractFailed, reason: "The contract failed: \(line)"), at: block)
  }

  private func nodeError(_ error: RPCErrorObject) -> RPCProblem {
    failure(.nodeError, "Its node answered \(error.label).")
  }
}
