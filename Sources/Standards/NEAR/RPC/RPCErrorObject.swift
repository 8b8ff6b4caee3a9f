internal import Encodings

/// The `error` of an answer. Since nearcore 1.17 it has a `name` and a `cause`; before, it had a text in
/// `data`. Public endpoints still use both formats (NEAR RPC §What could go wrong).
struct RPCErrorObject {
  /// `HANDLER_ERROR`, `REQUEST_VALIDATION_ERROR` or `INTERNAL_ERROR`; nil in the older format.
  let name: String?
  /// The cause, such as `UNKNOWN_ACCOUNT`.
  let cause: String?
  /// The details of the cause.
  let info: JSONObject
  /// The texts of the older format, from `data` and `message`.
  let texts: [String]

  init(_ error: JSONObject) {
    name = error["name"]?.string
    cause = error["cause"]?["name"]?.string
    info = error["cause"]?["info"]?.object ?? JSONObject()
    texts = [error["data"]?.string, error["message"]?.string].compactMap { $0 }
  }

  /// The block from which the chain was read.
  var block: NEARBlockReference? { Self.block(in: info) }

  /// The block that an object names.
  static func block(in object: JSONObject) -> NEARBlockReference? {
    guard let height = object["block_height"]?.uint64, let hash = object["block_hash"]?.string else {
      return nil
    }
    return NEARBlockReference(height: height, hash: hash)
  }

  /// The name of the error. A text that does not look like a name is not used, because the endpoint controls
  /// it.
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
  /// Converts an error to an answer of the chain or to a failure of the endpoint.
  func problem(_ error: RPCErrorObject) -> RPCProblem {
    // Only handler errors contain information about the chain.
    guard error.name == nil || error.name == "HANDLER_ERROR" else { return nodeError(error) }
    switch error.cause {
    case "UNKNOWN_ACCOUNT": return unknownAccount(named: error.info["requested_account_id"], at: error.block)
    case "UNKNOWN_ACCESS_KEY": return unknownAccessKey(named: error.info["public_key"], at: error.block)
    case "INVALID_ACCOUNT" where request.account != nil:
      return .chain(
        NEARError(code: .malformedAccountID, reason: "The network does not accept this account id."),
        at: error.block)
    case "NO_CONTRACT_CODE" where request.runsContract:
      return .chain(
        NEARError(code: .noContract, reason: "The account has no contract."), at: error.block)
    case "CONTRACT_EXECUTION_ERROR" where request.runsContract:
      return contractFailed(error.info["vm_error"]?.string ?? "", at: error.block)
    case "UNKNOWN_BLOCK" where request.method == "block":
      return failure(.unknownBlock, "It does not have the block.")
    case "UNKNOWN_TRANSACTION" where request.method == "tx":
      return failure(.unknownTransaction, "It does not have the transaction.")
    case nil: return error.texts.lazy.compactMap { unknown(in: $0, at: nil) }.first ?? nodeError(error)
    default: return nodeError(error)
    }
  }

  /// Converts a text in `result.error`, which comes from an older node or from a contract.
  func problem(text: String, at block: NEARBlockReference?) -> RPCProblem {
    if let problem = unknown(in: text, at: block) { return problem }
    if request.runsContract { return contractFailed(text, at: block) }
    return failure(.nodeError, "It returned an unknown error.")
  }

  /// The unknown account or key that a text of the older format reports. It must be the requested one.
  private func unknown(in text: String, at block: NEARBlockReference?) -> RPCProblem? {
    if let account = request.account, text.hasPrefix("account \(account) does not exist while viewing") {
      return unknownAccount(named: nil, at: block)
    }
    if let key = request.publicKey, text.hasPrefix("access key \(key) does not exist while viewing") {
      return unknownAccessKey(named: nil, at: block)
    }
    return nil
  }

  private func unknownAccount(named name: JSONValue?, at block: NEARBlockReference?) -> RPCProblem {
    guard let account = request.account, name == nil || name?.string == account.description else {
      return malformed("concerns another account")
    }
    return .chain(
      NEARError(code: .unknownAccount, reason: "The network does not know the account \(account)."), at: block
    )
  }

  private func unknownAccessKey(named name: JSONValue?, at block: NEARBlockReference?) -> RPCProblem {
    guard let key = request.publicKey, name == nil || name?.string == key.description else {
      return malformed("concerns another key")
    }
    return .chain(
      NEARError(code: .unknownAccessKey, reason: "The account does not have the key \(key)."), at: block)
  }

  private func contractFailed(_ text: String, at block: NEARBlockReference?) -> RPCProblem {
    // The contract controls the text, so it is shortened to one line.
    let line = String(
      String.UnicodeScalarView(text.unicodeScalars.prefix(300).map { $0.value < 0x20 ? " " : $0 }))
    return .chain(NEARError(code: .contractFailed, reason: "The contract failed: \(line)"), at: block)
  }

  private func nodeError(_ error: RPCErrorObject) -> RPCProblem {
    failure(.nodeError, "Its node answered \(error.label).")
  }
}
