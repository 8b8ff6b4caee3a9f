internal import Encodings

/// A call of a method, and what of the chain it is about.
struct RPCQuestion: Sendable {
  let method: String
  let parameters: JSONValue
  /// The account asked about: an error about another one answers another question.
  var account: NEARAccountID?
  /// The key asked about.
  var publicKey: NEARPublicKey?
  /// Whether a text in `result.error` is the contract's.
  var runsContract = false

  /// The request's body (JSON-RPC 2.0 §4).
  func body(id: String) -> [UInt8] {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": parameters,
    ]
    return request.serialized()
  }

  /// A `query` of the state at a block (NEAR RPC §query).
  static func query(
    _ type: String, account: NEARAccountID, publicKey: NEARPublicKey? = nil,
    _ members: [(String, JSONValue)] = [], at selector: NEARBlockSelector = .final, runsContract: Bool = false
  ) -> RPCQuestion {
    var parameters = selector.parameters
    parameters["request_type"] = .string(type)
    parameters["account_id"] = .string(account.description)
    if let publicKey { parameters["public_key"] = .string(publicKey.description) }
    for (key, value) in members { parameters[key] = value }
    return RPCQuestion(
      method: "query", parameters: .object(parameters), account: account, publicKey: publicKey,
      runsContract: runsContract)
  }

  static let status = RPCQuestion(method: "status", parameters: [])
}
