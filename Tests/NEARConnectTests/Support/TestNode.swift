import Encodings

/// What a node of a chain answers.
enum TestNode {
  static let block = #""block_height":100,"block_hash":"11111111111111111111111111111111""#

  /// Answers a request: the node's own state, or the result given.
  static func answer(_ request: String, result: String) -> String {
    let request = try? JSONParser.parse(request)
    let id = request?["id"]?.serializedString() ?? "null"
    let answered = request?["method"]?.string == "status" ? status : result
    return #"{"jsonrpc":"2.0","id":\#(id),"result":\#(answered)}"#
  }

  private static let status = #"""
    {"chain_id":"sandbox","genesis_hash":"11111111111111111111111111111111","sync_info":{"latest_block_height":100,
    "latest_block_hash":"11111111111111111111111111111111","latest_block_time":"2026-01-01T00:00:00.000000000Z",
    "syncing":false}}
    """#
}
