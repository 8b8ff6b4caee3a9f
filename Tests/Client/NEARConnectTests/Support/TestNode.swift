import Encodings

/// Answers of a node of the chain.
enum TestNode {
  static let block = #""block_height":100,"block_hash":"11111111111111111111111111111111""#

  /// The answer to a request: the node's own status, or the given result.
  static func answer(_ request: String, result: String) -> String {
    let request = try? JSONParser.parse(request)
    let id = request?["id"]?.serializedString() ?? "null"
    let answered = request?["method"]?.string == "status" ? status : result
    return #"{"jsonrpc":"2.0","id":\#(id),"result":\#(answered)}"#
  }

  /// A transaction in a node's format, with its outcome (NEAR RPC §tx).
  static func transaction(
    _ hash: String, receiver: String = "bob.near", actions: JSONValue = [["Transfer": ["deposit": "5"]]],
    status: JSONValue = ["SuccessValue": ""], stage: String = "FINAL"
  ) -> String {
    JSONValue.object([
      "final_execution_status": .string(stage), "status": status,
      "transaction": [
        "hash": .string(hash), "signer_id": "alice.near", "receiver_id": .string(receiver),
        "actions": actions,
      ],
    ]).serializedString()
  }

  /// The answer to a request: the node's own status, or an error for an unknown transaction.
  static func unknownTransaction(_ request: String) -> String {
    let parsed = try? JSONParser.parse(request)
    guard parsed?["method"]?.string != "status" else { return answer(request, result: "null") }
    let id = parsed?["id"]?.serializedString() ?? "null"
    return #"""
      {"jsonrpc":"2.0","id":\#(id),"error":{"name":"HANDLER_ERROR","cause":{"name":"UNKNOWN_TRANSACTION","info":{}},
      "code":-32000,"message":"Server error"}}
      """#
  }

  private static let status = #"""
    {"chain_id":"sandbox","genesis_hash":"11111111111111111111111111111111","sync_info":{"latest_block_height":100,
    "latest_block_hash":"11111111111111111111111111111111","latest_block_time":"2026-01-01T00:00:00.000000000Z",
    "syncing":false}}
    """#
}
