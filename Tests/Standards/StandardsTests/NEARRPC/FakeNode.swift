import Encodings
import Foundation
import NEAR

/// The answer of a node to a request.
enum NodeAnswer: Sendable {
  /// A `result`, as JSON text, with HTTP 200.
  case result(String)
  /// An `error`, as JSON text.
  case error(String, status: Int = 200)
  /// Any body. `$ID` is replaced by the id of the request.
  case body(String, status: Int = 200)
  /// Any bytes.
  case bytes([UInt8], status: Int = 200)
  /// No answer, not even after cancellation.
  case silence
  /// The transport throws this error.
  case failure(any Error & Sendable)
}

struct ConnectionRefused: Error {}

/// A request as the node receives it.
struct NodeRequest: Sendable {
  let endpoint: String
  let json: JSONValue
  var method: String { json["method"]?.string ?? "" }
  /// The `request_type` of a `query`.
  var type: String { json["params"]?["request_type"]?.string ?? method }
}

/// All requests to the nodes of a test, in order, and the time of the test, which only the test advances.
///
/// Unchecked Sendable: every stored property is read and written under the lock.
final class NodeLog: @unchecked Sendable {
  private let lock = NSLock()
  private var requests: [NodeRequest] = []
  private var silences = 0
  private var passed = Duration.zero

  func append(_ request: NodeRequest) { lock.withLock { requests.append(request) } }
  var asked: [String] { lock.withLock { requests.map { "\($0.endpoint) \($0.type)" } } }
  var all: [NodeRequest] { lock.withLock { requests } }
  /// The parameters of one request, counted from 0.
  func parameters(_ index: Int) -> JSONValue? {
    lock.withLock { requests.indices.contains(index) ? requests[index].json["params"] : nil }
  }

  var elapsed: Duration { lock.withLock { passed } }
  func pass(_ duration: Duration) { lock.withLock { passed += duration } }

  func fallSilent() { lock.withLock { silences += 1 } }
  /// Whether a request gets no answer. Each such request is reported once.
  func takeSilence() -> Bool {
    lock.withLock {
      guard silences > 0 else { return false }
      silences -= 1
      return true
    }
  }
}

/// A network of test nodes behind the client's transport.
struct FakeNetwork: Sendable {
  static let now = "2026-03-01T12:00:00Z"
  static let genesis = "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"
  static let hash = "GGJQ8yjmo7aEoj8ZpAhGehnq9BSWFx4xswHYzDwwAP2n"
  static let height = 186_000_000

  static let reference: NEARBlockReference = {
    guard let block = NEARBlockReference(height: UInt64(height), hash: hash) else { fatalError("no hash") }
    return block
  }()

  typealias Node = @Sendable (NodeRequest) -> NodeAnswer

  let log = NodeLog()
  let nodes: [String: Node]

  /// The nodes `a`, `b`, … in order.
  init(_ nodes: Node...) {
    self.nodes = Dictionary(uniqueKeysWithValues: zip("abcdefgh".map(String.init), nodes))
  }

  /// A healthy node that answers queries of these types, and any other query with an error.
  static func node(
    status: NodeAnswer = .result(status()), _ answers: [String: NodeAnswer] = [:]
  ) -> Node {
    { request in
      request.method == "status"
        ? status : answers[request.type] ?? .error(handlerError("TEST_DOES_NOT_ANSWER_THIS", "{}"))
    }
  }

  /// nearcore's answer to `status`.
  static func status(
    chain: String = "mainnet", genesis: String? = genesis, time: String = "2026-03-01T11:59:58.123456789Z",
    height: Int = height + 2, syncing: Bool = false
  ) -> String {
    let genesisMember = genesis.map { "\"genesis_hash\":\"\($0)\"," } ?? ""
    return """
      {"version":{"version":"2.6.0","build":"2.6.0","rustc_version":"1.85.0"},"chain_id":"\(chain)",\(genesisMember)\
      "protocol_version":77,"latest_protocol_version":77,"rpc_addr":"0.0.0.0:3030","validators":[\
      {"account_id":"node0","is_slashed":false}],"sync_info":{"latest_block_hash":"\(hash)",\
      "latest_block_height":\(height),"latest_state_root":"\(hash)","latest_block_time":"\(time)",\
      "syncing":\(syncing),"earliest_block_hash":null,"earliest_block_height":null,"earliest_block_time":null},\
      "validator_account_id":null,"node_public_key":"ed25519:6XtnkzByg2uvd9r2bYEMeAEbA4tzvZkFaBfBu8aKfj7m",\
      "node_key":null,"uptime_sec":12345}
      """
  }

  static func accessKey(
    _ permission: String = "\"FullAccess\"", nonce: Int = 85, height: Int = height
  ) -> NodeAnswer {
    .result(
      #"{"nonce":\#(nonce),"permission":\#(permission),"block_height":\#(height),"block_hash":"\#(hash)"}"#)
  }

  static let functionCall = """
    {"FunctionCall":{"allowance":"18501534631167209000000000","receiver_id":"app.near","method_names":["get"]}}
    """

  static let account = NodeAnswer.result(
    """
    {"amount":"399992611103597728750000000","locked":"0","code_hash":"11111111111111111111111111111111",\
    "storage_usage":642,"storage_paid_at":0,"block_height":\(height),"block_hash":"\(hash)"}
    """)

  static func block(height: Int = height, timestamp: String = "1772366397000000000") -> NodeAnswer {
    .result(
      """
      {"author":"node0","header":{"height":\(height),"epoch_id":"\(hash)","next_epoch_id":"\(hash)","hash":"\(hash)",\
      "prev_hash":"\(hash)","timestamp":\(timestamp),"timestamp_nanosec":"\(timestamp)"},"chunks":[]}
      """)
  }

  /// An error in nearcore's format.
  static func handlerError(_ cause: String, _ info: String, data: String = "") -> String {
    """
    {"name":"HANDLER_ERROR","cause":{"info":\(info),"name":"\(cause)"},"code":-32000,"message":"Server error",\
    "data":"\(data)"}
    """
  }

  static func unknownAccount(_ account: NEARAccountID, height: Int = height, status: Int = 200) -> NodeAnswer
  {
    .error(
      handlerError(
        "UNKNOWN_ACCOUNT",
        #"{"block_hash":"\#(hash)","block_height":\#(height),"requested_account_id":"\#(account)"}"#,
        data: "account \(account) does not exist while viewing"), status: status)
  }

  /// The answer of `query` for an unknown key: a result that contains an error.
  static func unknownKey(_ key: NEARPublicKey, height: Int = height) -> NodeAnswer {
    .result(
      """
      {"block_hash":"\(hash)","block_height":\(height),\
      "error":"access key \(key) does not exist while viewing","logs":[]}
      """)
  }

  /// The same as a structured error.
  static func unknownKeyError(_ key: NEARPublicKey, status: Int = 200) -> NodeAnswer {
    .error(
      handlerError(
        "UNKNOWN_ACCESS_KEY", #"{"block_hash":"\#(hash)","block_height":\#(height),"public_key":"\#(key)"}"#),
      status: status)
  }
}

extension FakeNetwork {
  /// A clock at ``now``. A sleep ends at once if a request gets no answer, and otherwise when the task is
  /// cancelled.
  var clock: NEARRPCClock {
    let start = (try? Timestamp(rfc3339: Self.now)) ?? Timestamp(seconds: 0)
    return NEARRPCClock(
      now: { [log] in start.advanced(by: log.elapsed) }, elapsed: { [log] in log.elapsed },
      sleep: { [log] duration in
        while true {
          try Task.checkCancellation()
          if log.takeSilence() {
            guard Task.isCancelled else { break }
            // A later request without an answer ends its own timer.
            log.fallSilent()
          }
          await Task.yield()
        }
        log.pass(duration)
      })
  }

  var transport: NEARRPCTransport {
    NEARRPCTransport { [nodes, log] url, body, _ in
      let request = NodeRequest(endpoint: url, json: try JSONParser.parse(body))
      log.append(request)
      let id = request.json["id"]?.string ?? ""
      switch nodes[url]?(request) {
      case .result(let json):
        return (200, Array(#"{"jsonrpc":"2.0","result":\#(json),"id":"\#(id)"}"#.utf8))
      case .error(let json, let status):
        return (status, Array(#"{"jsonrpc":"2.0","error":\#(json),"id":"\#(id)"}"#.utf8))
      case .body(let text, let status):
        return (status, Array(text.replacingOccurrences(of: "$ID", with: id).utf8))
      case .bytes(let bytes, let status): return (status, bytes)
      case .silence:
        log.fallSilent()
        // Ignores cancellation, like a transport that blocks in a C library.
        return await withUnsafeContinuation { (_: UnsafeContinuation<(status: Int, body: [UInt8]), Never>) in
        }
      case .failure(let error): throw error
      case nil: throw ConnectionRefused()
      }
    }
  }

  func client(
    genesisHash: String? = genesis, chainID: String? = "mainnet", maximumBlockAge: Duration? = .seconds(120),
    timeout: Duration = .seconds(5), deadline: Duration = .seconds(12), failures: FailureLog? = nil
  ) -> NEARRPCClient {
    NEARRPCClient(
      endpoints: nodes.keys.sorted(), transport: transport, timeout: timeout, deadline: deadline,
      genesisHash: genesisHash, chainID: chainID, maximumBlockAge: maximumBlockAge, clock: clock,
      onFailure: { failures?.append($0) })
  }
}

/// The failures that a client reported.
///
/// Unchecked Sendable: the stored property is read and written under the lock.
final class FailureLog: @unchecked Sendable {
  private let lock = NSLock()
  private var failures: [NEARRPCFailure] = []

  func append(_ failure: NEARRPCFailure) { lock.withLock { failures.append(failure) } }
  var codes: [NEARRPCFailure.Code] { lock.withLock { failures.map(\.code) } }
  var all: [NEARRPCFailure] { lock.withLock { failures } }
}

/// Keys and accounts of the tests.
enum Sample {
  static let alice = id("alice.near")
  /// The key of NEAR's documentation.
  static let key = publicKey("ed25519:H9k5eiU4xXS3M4z8HzKJSLaZdqGdGwBG49o7orNC4eZW")
  /// The implicit account of ``key``.
  static let implicit = key.implicitAccountID
  static let otherKey = publicKey("ed25519:6XtnkzByg2uvd9r2bYEMeAEbA4tzvZkFaBfBu8aKfj7m")

  static func id(_ text: String) -> NEARAccountID {
    do { return try NEARAccountID(parsing: text) } catch { fatalError("\(error)") }
  }

  static func publicKey(_ text: String) -> NEARPublicKey {
    do { return try NEARPublicKey(parsing: text) } catch { fatalError("\(error)") }
  }
}

func nearError(_ code: NEARError.Code) -> NEARError { NEARError(code: code, reason: "") }
