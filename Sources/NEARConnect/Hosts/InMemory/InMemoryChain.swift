internal import Encodings
internal import Foundation
internal import NEAR

/// The chain of an ``InMemoryBridgeHost``: a node that knows the transactions that its wallet sent.
@MainActor final class InMemoryChain {
  nonisolated static let blockHeight: UInt64 = 100

  private var transactions: [String: JSONValue] = [:]
  private var nonce: UInt64 = 0

  func nextNonce() -> UInt64 {
    nonce += 1
    return nonce
  }

  /// Takes a transaction, which succeeds.
  ///
  /// - Returns: The outcome, as a node answers it (NEAR RPC §tx).
  func carryOut(_ transaction: NEARTransaction) -> JSONValue {
    let outcome: JSONValue = [
      "final_execution_status": "FINAL", "status": ["SuccessValue": ""], "transaction": transaction.json,
    ]
    transactions[transaction.hash.description] = outcome
    return outcome
  }

  /// The way to the node.
  nonisolated var client: NEARRPCClient {
    NEARRPCClient(
      endpoints: ["https://node.invalid"],
      transport: NEARRPCTransport { [weak self] _, body, _ in
        guard let self else { throw URLError(.cannotConnectToHost) }
        return (200, await answer(body))
      }, maximumBlockAge: nil)
  }

  private func answer(_ body: [UInt8]) -> [UInt8] {
    let request = try? JSONParser.parse(body)
    var answer: JSONObject = ["jsonrpc": "2.0", "id": request?["id"] ?? .null]
    switch request?["method"]?.string {
    case "status": answer["result"] = Self.status
    case "tx":
      let hash = request?["params"]?["tx_hash"]?.string ?? ""
      answer["result"] = transactions[hash]
      if answer["result"] == nil { answer["error"] = Self.unknownTransaction }
    default: answer["error"] = Self.unknownMethod
    }
    return answer.serialized()
  }

  private static let genesis = JSONValue.string(NEARHash(of: []).description)
  private static let status: JSONValue = [
    "chain_id": "in-memory", "genesis_hash": genesis,
    "sync_info": [
      "latest_block_height": .integer(blockHeight), "latest_block_hash": genesis,
      "latest_block_time": "2026-01-01T00:00:00.000000000Z", "syncing": false,
    ],
  ]
  private static let unknownTransaction: JSONValue = [
    "name": "HANDLER_ERROR", "cause": ["name": "UNKNOWN_TRANSACTION", "info": [:]], "code": -32000,
    "message": "Server error",
  ]
  private static let unknownMethod: JSONValue = [
    "name": "REQUEST_VALIDATION_ERROR", "cause": ["name": "METHOD_NOT_FOUND", "info": [:]], "code": -32601,
    "message": "Method not found",
  ]
}
