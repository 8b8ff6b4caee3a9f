internal import Encodings

/// A request to a method, with the account and key that it concerns.
struct RPCRequest: Sendable {
  let method: String
  let parameters: JSONValue
  /// The requested account. An error that names another account answers another request.
  var account: NEARAccountID?
  /// The requested key.
  var publicKey: NEARPublicKey?
  /// Whether a text in `result.error` comes from a contract.
  var runsContract = false

  /// The body of the request (JSON-RPC 2.0 §4).
  func body(id: String) -> [UInt8] {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": parameters,
    ]
    return request.serialized()
  }

  /// A `query` for the state at a block (NEAR RPC §query).
  static func query(
    _ type: String, account: NEARAccountID, publicKey: NEARPublicKey? = nil,
    _ members: [(String, JSONValue)] = [], at selector: NEARBlockSelector = .final, runsContract: Bool = false
  ) -> RPCRequest {
    var parameters = selector.parameters
    parameters["request_type"] = .string(type)
    parameters["account_id"] = .string(account.description)
    if let publicKey { parameters["public_key"] = .string(publicKey.description) }
    for (key, value) in members { parameters[key] = value }
    return RPCRequest(
      method: "query", parameters: .object(parameters), account: account, publicKey: publicKey,
      runsContract: runsContract)
  }

  static let status = RPCRequest(method: "status", parameters: [])
}
