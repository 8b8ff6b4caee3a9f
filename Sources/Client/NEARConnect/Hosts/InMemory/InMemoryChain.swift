internal import Encodings
internal import Foundation
internal import NEAR

/// The chain of an ``InMemoryBridgeHost``: a node with one account and the transactions of its wallet.
@MainActor final class InMemoryChain {
  nonisolated static let blockHeight: UInt64 = 100

  var state = InMemoryBridgeHost.Chain.confirms
  /// 10 NEAR.
  var balance = NEARAmount(high: 542_101, low: 1_590_897_978_359_414_784)
  /// The results of contract functions, by contract and function name.
  var results: [String: [UInt8]] = [:]

  private let accountId: NEARAccountID
  private let publicKey: NEARPublicKey
  private var transactions: [String: JSONValue] = [:]
  private var nonce: UInt64 = 0

  init(accountId: NEARAccountID, publicKey: NEARPublicKey) {
    self.accountId = accountId
    self.publicKey = publicKey
  }

  func nextNonce() -> UInt64 {
    nonce += 1
    return nonce
  }

  /// Executes a transaction.
  ///
  /// - Returns: The outcome in the format of a node (NEAR RPC §tx).
  func execute(_ transaction: NEARTransaction) -> JSONValue {
    let outcome: JSONValue = [
      "final_execution_status": "FINAL",
      "status": state == .fails ? ["Failure": ["ActionError": [:]]] : ["SuccessValue": ""],
      "transaction": transaction.json,
    ]
    transactions[transaction.hash.description] = outcome
    return outcome
  }

  /// A client of the node.
  nonisolated var client: NEARRPCClient {
    NEARRPCClient(
      endpoints: ["https://node.invalid"],
      transport: NEARRPCTransport { [weak self] _, body, _ in
        guard let self, let answer = await answer(body) else { throw URLError(.cannotConnectToHost) }
        return (200, answer)
      }, maximumBlockAge: nil)
  }

  private func answer(_ body: [UInt8]) -> [UInt8]? {
    guard state != .isUnreachable, let request = try? JSONParser.parse(body) else { return nil }
    var answer: JSONObject = ["jsonrpc": "2.0", "id": request["id"] ?? .null]
    switch self.answer(request["method"]?.string ?? "", request["params"] ?? .null) {
    case .success(let result): answer["result"] = result
    case .failure(let cause):
      answer["error"] = ["name": "HANDLER_ERROR", "cause": ["name": .string(cause.name), "info": [:]]]
    }
    return answer.serialized()
  }

  /// The cause of an error, with the name that nodes use.
  private struct Cause: Error {
    let name: String
  }

  private func answer(_ method: String, _ parameters: JSONValue) -> Result<JSONValue, Cause> {
    switch method {
    case "status": return .success(Self.status)
    case "tx":
      let outcome = transactions[parameters["tx_hash"]?.string ?? ""]
      return outcome.map { .success($0) } ?? .failure(Cause(name: "UNKNOWN_TRANSACTION"))
    default: return view(parameters)
    }
  }

  private func view(_ parameters: JSONValue) -> Result<JSONValue, Cause> {
    let account = parameters["account_id"]?.string ?? ""
    let type = parameters["request_type"]?.string
    if type == "call_function" {
      let method = parameters["method_name"]?.string ?? ""
      guard let result = results["\(account) \(method)"] else {
        return .failure(Cause(name: "NO_CONTRACT_CODE"))
      }
      return .success(Self.view(["result": .array(result.map { .integer($0) }), "logs": []]))
    }
    guard account == accountId.description else { return .failure(Cause(name: "UNKNOWN_ACCOUNT")) }
    let key: JSONObject = ["nonce": .integer(nonce), "permission": "FullAccess"]
    switch type {
    case "view_account":
      return .success(
        Self.view([
          "amount": .string(balance.yoctoText), "locked": "0", "code_hash": .string(Self.noCode),
          "storage_usage": 182,
        ]))
    case "view_access_key_list":
      let entry: JSONValue = ["public_key": .string(publicKey.description), "access_key": .object(key)]
      return .success(Self.view(["keys": [entry]]))
    case "view_access_key" where parameters["public_key"]?.string == publicKey.description:
      return .success(Self.view(key))
    default: return .failure(Cause(name: "UNKNOWN_ACCESS_KEY"))
    }
  }

  /// Adds the block of a view to its members.
  private static func view(_ members: JSONObject) -> JSONValue {
    var view = members
    view["block_height"] = .integer(blockHeight)
    view["block_hash"] = blockHash
    return .object(view)
  }

  private static let noCode = String(repeating: "1", count: 32)
  private static let blockHash = JSONValue.string(NEARHash(of: []).description)
  private static let status: JSONValue = [
    "chain_id": "in-memory", "genesis_hash": blockHash,
    "sync_info": [
      "latest_block_height": .integer(blockHeight), "latest_block_hash": blockHash,
      "latest_block_time": "2026-01-01T00:00:00.000000000Z", "syncing": false,
    ],
  ]
}
