import Encodings
import Foundation
import NEAR

/// The chain of a loopback node, and the failures of its answers.
struct LoopbackChain: Sendable {
  /// A failure of a node.
  enum Fault: Sendable {
    /// An HTTP status with a body that is not JSON-RPC.
    case status(Int)
    /// Any bytes with HTTP 200.
    case body([UInt8])
    /// A JSON-RPC error that contains nothing about the chain, with nearcore's name.
    case error(String)
    /// A wrong answer: one member and its value.
    case answer((String, JSONValue))
    /// No answer until the node stops.
    case silence
    /// No answer until the test releases it; then the current answer of the chain.
    case held
  }

  /// A genesis hash of this chain: 32 bytes in base58.
  static let genesis = "4UPgk3iYcTVPfHqfBGuLcrGPpnqh9jBhXhqsQzGtxYsM"
  static let otherGenesis = "FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b"
  static let fullAccess: JSONValue = "FullAccess"
  static let functionCall: JSONValue = [
    "FunctionCall": ["allowance": "250000000000000000000000", "receiver_id": "app.near", "method_names": []]
  ]

  var chainID: String
  var genesisHash = LoopbackChain.genesis
  var isSyncing = false
  /// The age of the head, in seconds.
  var age: TimeInterval = 0
  /// The number of blocks between the head and the block of a query.
  var lag = 0
  var fault: Fault?
  /// The requests that fail: methods, types of a query, or public keys; all requests if nil.
  var faulty: Set<String>?
  /// The existing accounts with their keys.
  private(set) var accounts: [String: [String: Key]] = [:]
  /// The height of the head. Every added key is in a new block.
  private(set) var head: Int64 = 186_000_000

  /// An access key.
  struct Key: Sendable {
    let permission: JSONValue
    var nonce: Int64
  }

  private static let hash = "GGJQ8yjmo7aEoj8ZpAhGehnq9BSWFx4xswHYzDwwAP2n"

  init(chainID: String) { self.chainID = chainID }

  /// Adds the wallet's key to its account, and creates the account if it does not exist.
  mutating func add(_ wallet: NEARTestWallet, _ permission: JSONValue = fullAccess) {
    add(wallet.publicKey, of: wallet.accountID, permission)
  }

  mutating func add(_ key: NEARPublicKey, of account: String, _ permission: JSONValue = fullAccess) {
    head += 1
    // nearcore, `initial_nonce_value`.
    accounts[account, default: [:]][key.description] = Key(
      permission: permission, nonce: (head - 1) * 1_000_000)
  }

  /// Sends transactions with the wallet's key.
  mutating func use(_ wallet: NEARTestWallet, times: Int64) {
    accounts[wallet.accountID]?[wallet.publicKey.description]?.nonce += times
  }

  /// Removes the wallet's key from its account, which continues to exist.
  mutating func remove(_ wallet: NEARTestWallet) {
    accounts[wallet.accountID]?[wallet.publicKey.description] = nil
  }

  mutating func delete(_ account: String) { accounts[account] = nil }

  /// The failure of the answer to a request.
  func fault(of request: JSONValue) -> Fault? {
    let names = [Self.kind(of: request), request["params"]?["public_key"]?.string ?? ""]
    guard let fault, faulty.map({ !$0.isDisjoint(with: names) }) ?? true else { return nil }
    return fault
  }

  /// A method, or the type of a `query`.
  static func kind(of request: JSONValue) -> String {
    request["params"]?["request_type"]?.string ?? request["method"]?.string ?? ""
  }

  /// The body of the answer (JSON-RPC 2.0 §5).
  func answer(_ request: JSONValue) -> [UInt8] {
    let parameters = request["params"] ?? .null
    let answer: (String, JSONValue) =
      switch Self.kind(of: request) {
      case "status": ("result", status)
      case "block": ("result", block)
      case "view_account": viewAccount(parameters)
      case "view_access_key": viewAccessKey(parameters)
      case "view_access_key_list": viewAccessKeyList(parameters)
      default: ("error", Self.validationError("the method is not known here"))
      }
    return Self.envelope(answer, for: request)
  }

  static func envelope(_ answer: (String, JSONValue), for request: JSONValue) -> [UInt8] {
    let object = JSONObject([("jsonrpc", "2.0"), answer, ("id", request["id"] ?? .null)])
    return JSONValue.object(object).serialized()
  }

  // MARK: Answers, as nearcore 2.6 writes them

  private var status: JSONValue {
    [
      "version": ["version": "2.6.3", "build": "2.6.3", "rustc_version": "1.86.0"],
      "chain_id": .string(chainID), "genesis_hash": .string(genesisHash), "protocol_version": 77,
      "latest_protocol_version": 77, "rpc_addr": "0.0.0.0:3030", "validators": [],
      "sync_info": [
        "latest_block_hash": .string(Self.hash), "latest_block_height": .integer(head),
        "latest_state_root": .string(Self.hash),
        "latest_block_time": .string(Timestamp(Date().addingTimeInterval(-age)).rfc3339),
        "syncing": .bool(isSyncing), "earliest_block_hash": nil, "earliest_block_height": nil,
        "earliest_block_time": nil,
      ],
      "validator_account_id": nil, "node_public_key": "ed25519:6XtnkzByg2uvd9r2bYEMeAEbA4tzvZkFaBfBu8aKfj7m",
      "node_key": nil, "uptime_sec": 12345, "detailed_debug_status": nil,
    ]
  }

  /// The block that queries are read from, about one second older for each block of the lag.
  private var block: JSONValue {
    let made = Int64((Date().timeIntervalSince1970 - age - TimeInterval(lag)) * 1_000) * 1_000_000
    return [
      "author": "node0",
      "header": [
        "height": .integer(head - Int64(lag)), "hash": .string(Self.hash), "prev_hash": .string(Self.hash),
        "epoch_id": .string(Self.hash), "next_epoch_id": .string(Self.hash), "timestamp": .integer(made),
        "timestamp_nanosec": .string("\(made)"),
      ], "chunks": [],
    ]
  }

  private var reference: JSONObject {
    ["block_height": .integer(head - Int64(lag)), "block_hash": .string(Self.hash)]
  }

  private func viewAccount(_ parameters: JSONValue) -> (String, JSONValue) {
    let account = parameters["account_id"]?.string ?? ""
    guard accounts[account] != nil else { return ("error", unknownAccount(account)) }
    return result([
      "amount": "399992611103597728750000000", "locked": "0",
      "code_hash": "11111111111111111111111111111111", "storage_usage": 642, "storage_paid_at": 0,
    ])
  }

  /// A node looks up the key only: a key of a missing account is unknown like any other.
  private func viewAccessKey(_ parameters: JSONValue) -> (String, JSONValue) {
    let key = parameters["public_key"]?.string ?? ""
    guard let known = accounts[parameters["account_id"]?.string ?? ""]?[key] else {
      return result(["error": .string("access key \(key) does not exist while viewing"), "logs": []])
    }
    return result(["nonce": .integer(known.nonce), "permission": known.permission])
  }

  private func viewAccessKeyList(_ parameters: JSONValue) -> (String, JSONValue) {
    let keys = accounts[parameters["account_id"]?.string ?? ""] ?? [:]
    return result([
      "keys": .array(
        keys.map { name, key in
          [
            "public_key": .string(name),
            "access_key": ["nonce": .integer(key.nonce), "permission": key.permission],
          ]
        })
    ])
  }

  private func result(_ members: JSONObject) -> (String, JSONValue) {
    var object = members
    for member in reference { object[member.key] = member.value }
    return ("result", .object(object))
  }

  private func unknownAccount(_ account: String) -> JSONValue {
    var info: JSONObject = ["requested_account_id": .string(account)]
    for member in reference { info[member.key] = member.value }
    return Self.handlerError(
      "UNKNOWN_ACCOUNT", .object(info), "account \(account) does not exist while viewing")
  }

  static func handlerError(_ cause: String, _ info: JSONValue = [:], _ data: String = "") -> JSONValue {
    [
      "name": "HANDLER_ERROR", "cause": ["info": info, "name": .string(cause)], "code": -32000,
      "message": "Server error", "data": .string(data),
    ]
  }

  private static func validationError(_ message: String) -> JSONValue {
    [
      "name": "REQUEST_VALIDATION_ERROR",
      "cause": ["info": ["error_message": .string(message)], "name": "METHOD_NOT_FOUND"], "code": -32601,
      "message": "Method not found", "data": .string(message),
    ]
  }
}
