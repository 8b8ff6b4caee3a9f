import Encodings
import NEAR
import Testing

private typealias Net = FakeNetwork

@Suite("The next endpoint is queried after a failure, and an answer of the chain is final")
struct FailoverTests {
  private let answers = Net.node(["view_account": Net.account])

  /// The possible failures of an endpoint, and their codes.
  private static let failures: [(NodeAnswer, NEARRPCFailure.Code)] = [
    (.failure(ConnectionRefused()), .transportFailed), (.silence, .timedOut),
    (.body("Too many requests", status: 429), .httpStatus), (.body("", status: 408), .httpStatus),
    (.body("", status: 500), .httpStatus), (.body("<html>", status: 502), .httpStatus),
    (.body(#"{"error":"down"}"#, status: 503), .httpStatus), (.body("", status: 404), .httpStatus),
    (
      .body(#"{"jsonrpc":"2.0","error":{"code":-429,"message":"rate limited"},"id":null}"#, status: 429),
      .httpStatus
    ),
    (.body(#"{"jsonrpc":"2.0","result":{},"id":"$ID"}"#, status: 500), .httpStatus),
    (.body("", status: 301), .httpStatus),
    (.body("", status: 200), .malformedAnswer), (.body("OK"), .malformedAnswer),
    (.body("null"), .malformedAnswer),
    (.body("[]"), .malformedAnswer), (.body("{}"), .malformedAnswer),
    (.body(#"{"error":"rate limited"}"#), .malformedAnswer),
    (.body(#"{"result":{},"id":"$ID"}"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"1.0","result":{},"id":"$ID"}"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","result":{},"error":{},"id":"$ID"}"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","result":[],"id":"$ID"}"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","result":"ok","id":"$ID"}"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","result":null,"id":"$ID"}"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","error":"bad","id":"$ID"}"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","result":{},"result":{},"id":"$ID"}"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","result":{},"id":"$ID"} "#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","result":{},"id":"$ID"}x"#), .malformedAnswer),
    (.body(#"{"jsonrpc":"2.0","result":{},"id":"dontcare"}"#), .wrongID),
    (.body(#"{"jsonrpc":"2.0","result":{},"id":1}"#), .wrongID),
    (.body(#"{"jsonrpc":"2.0","result":{}}"#), .wrongID),
    (.body(#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}"#), .wrongID),
    (.error(Net.handlerError("UNAVAILABLE_SHARD", #"{"requested_shard_id":3}"#)), .nodeError),
    (.error(Net.handlerError("NO_SYNCED_BLOCKS", "{}")), .nodeError),
    (.error(Net.handlerError("NOT_SYNCED_YET", "{}"), status: 503), .nodeError),
    (.error(Net.handlerError("UNKNOWN_BLOCK", "{}")), .nodeError),
    (.error(Net.handlerError("GARBAGE_COLLECTED_BLOCK", "{}")), .nodeError),
    (.error(Net.handlerError("TIMEOUT_ERROR", "{}"), status: 408), .nodeError),
    (.error(Net.handlerError("SOMETHING_NEW", "{}")), .nodeError),
    (
      .error(#"{"name":"INTERNAL_ERROR","cause":{"info":{"error_message":"x"},"name":"INTERNAL_ERROR"}}"#),
      .nodeError
    ),
    (
      .error(
        #"{"name":"REQUEST_VALIDATION_ERROR","cause":{"info":{"method_name":"query"},"name":"METHOD_NOT_FOUND"},"code":-32601}"#
      ), .nodeError
    ),
    (
      .error(
        #"{"name":"REQUEST_VALIDATION_ERROR","cause":{"info":{},"name":"PARSE_ERROR"},"code":-32700}"#,
        status: 400),
      .nodeError
    ),
    // Only handler errors contain information about the chain.
    (.error(#"{"name":"INTERNAL_ERROR","cause":{"info":{},"name":"UNKNOWN_ACCOUNT"}}"#), .nodeError),
    (.error(#"{"name":"HANDLER_ERROR","cause":"UNKNOWN_ACCOUNT"}"#), .nodeError), (.error("{}"), .nodeError),
    (.error(#"{"code":-32000,"message":"Server error","data":{"a":1}}"#), .nodeError),
    // The request did not concern a key.
    (Net.unknownKeyError(Sample.key), .malformedAnswer),
    (Net.unknownAccount(Sample.implicit), .malformedAnswer),
    (.result(#"{"error":"account bob.near does not exist while viewing","logs":[]}"#), .nodeError),
    (.result(#"{"error":"out of gas","logs":[]}"#), .nodeError),
  ]

  @Test("Every failure has its code", arguments: 0..<failures.count)
  func failsOver(row: Int) async throws {
    let (answer, code) = Self.failures[row]
    // White space after JSON is allowed (RFC 8259 §2), so such a body fails because of its content.
    for status in [false, true] {
      let failing =
        status ? Net.node(status: answer, ["view_account": Net.account]) : Net.node(["view_account": answer])
      let (net, failures) = (Net(failing, answers), FailureLog())
      if status, case .error = answer, code == .malformedAnswer { continue }
      if status, case .result = answer { continue }
      let account = try await net.client(failures: failures).viewAccount(Sample.alice)
      #expect(account.storageUsage == 642)
      #expect(failures.codes == [code], "\(answer)")
      #expect(net.log.asked.suffix(2) == ["b status", "b view_account"])
      let alone = Net(failing)
      await #expect(throws: nearError(.rpcUnavailable)) { try await alone.client().viewAccount(Sample.alice) }
    }
  }

  @Test("Endpoints are queried in order until one answers")
  func asksInOrder() async throws {
    let net = Net({ _ in .failure(ConnectionRefused()) }, { _ in .body("", status: 500) }, answers, answers)
    _ = try await net.client().viewAccount(Sample.alice)
    #expect(net.log.asked == ["a status", "b status", "c status", "c view_account"])
  }

  @Test("An answer of the chain is final, and the next endpoint is not queried")
  func chainIsFinal() async throws {
    let net = Net(Net.node(["view_account": Net.unknownAccount(Sample.alice)]), answers)
    await #expect(throws: nearError(.unknownAccount)) { try await net.client().viewAccount(Sample.alice) }
    #expect(net.log.asked == ["a status", "a view_account"])
  }

  @Test("An endpoint that failed is queried last for ten seconds")
  func restsFailed() async throws {
    let net = Net(Net.node(["view_account": .failure(ConnectionRefused())]), answers)
    let client = net.client()
    _ = try await client.viewAccount(Sample.alice)
    _ = try await client.viewAccount(Sample.alice)
    #expect(net.log.asked == ["a status", "a view_account", "b status", "b view_account", "b view_account"])
    net.log.pass(.seconds(11))
    _ = try await client.viewAccount(Sample.alice)
    #expect(net.log.asked.suffix(3) == ["a status", "a view_account", "b view_account"])
  }

  @Test("A failure that concerns only one request does not demote the endpoint")
  func forgivesQuestion() async throws {
    let net = Net(
      Net.node(["view_account": .error(Net.handlerError("UNAVAILABLE_SHARD", "{}")), "block": Net.block()]),
      answers)
    let client = net.client()
    _ = try await client.viewAccount(Sample.alice)
    _ = try await client.block()
    #expect(net.log.asked.last == "a block")
  }

  @Test("The error names endpoints by number and never by URL, which may contain keys")
  func keepsURLsSecret() async throws {
    struct Leak: Error { let url = "https://rpc.example/SECRET" }
    let transport = NEARRPCTransport { url, _, _ in throw Leak() }
    let failures = FailureLog()
    let client = NEARRPCClient(
      endpoints: ["https://rpc.example/SECRET", "https://b.example/SECRET"], transport: transport,
      onFailure: failures.append)
    do {
      _ = try await client.viewAccount(Sample.alice)
      Issue.record("answered")
    } catch let error as NEARError {
      #expect(error.code == .rpcUnavailable)
      #expect(error.reason.contains("Endpoint 1") && error.reason.contains("Endpoint 2"))
      #expect(!error.reason.contains("SECRET"))
      #expect(failures.all.allSatisfy { !$0.description.contains("SECRET") })
      #expect(failures.all.map(\.endpoint) == [0, 1])
    }
  }
}
