import Encodings
import NEAR
import Testing

private typealias Net = FakeNetwork

@Suite("The methods of NEAR's JSON-RPC return typed values")
struct RPCMethodTests {
  private func client(_ answers: [String: NodeAnswer]) -> NEARRPCClient { Net(Net.node(answers)).client() }
  private let contract = Sample.id("app.near")

  @Test("view_account")
  func account() async throws {
    let account = try await client(["view_account": Net.account]).viewAccount(Sample.alice)
    #expect(account.amount.description == "399.99261110359772875")
    #expect(account.locked == .zero)
    #expect(account.codeHash == "11111111111111111111111111111111")
    #expect(account.block.hash == Net.hash)
  }

  @Test("view_access_key")
  func accessKey() async throws {
    let client = client(["view_access_key": Net.accessKey(Net.functionCall)])
    let view = try await client.viewAccessKey(Sample.key, of: Sample.alice)
    #expect(view.nonce == 85)
    guard case .functionCall(let scope) = view.permission else {
      Issue.record("not a function-call key")
      return
    }
    #expect(scope.allowance?.yoctoText == "18501534631167209000000000")
    #expect(scope.receiverID == "app.near")
    #expect(scope.methodNames == ["get"])
    let unknown = self.client(["view_access_key": Net.unknownKey(Sample.key)])
    await #expect(throws: nearError(.unknownAccessKey)) {
      try await unknown.viewAccessKey(Sample.key, of: Sample.alice)
    }
  }

  @Test("view_access_key_list, with keys on unknown curves")
  func accessKeyList() async throws {
    let list = NodeAnswer.result(
      """
      {"keys":[{"public_key":"\(Sample.key)","access_key":{"nonce":18446744073709551615,"permission":"FullAccess"}},\
      {"public_key":"ml-dsa-65:abc","access_key":{"nonce":0,"permission":\(Net.functionCall)}}],\
      "block_height":\(Net.height),"block_hash":"\(Net.hash)"}
      """)
    let view = try await client(["view_access_key_list": list]).viewAccessKeys(of: Sample.alice)
    #expect(view.keys.map(\.publicKey) == [Sample.key, nil])
    #expect(view.keys.map(\.publicKeyText) == [Sample.key.description, "ml-dsa-65:abc"])
    #expect(view.keys[0].nonce == .max)
    #expect(view.keys[0].permission == .fullAccess)
  }

  @Test("call_function")
  func function() async throws {
    let answer = NodeAnswer.result(
      #"{"result":[34,104,105,34],"logs":["one"],"block_height":\#(Net.height),"block_hash":"\#(Net.hash)"}"#)
    let net = Net(Net.node(["call_function": answer]))
    let view = try await net.client().callFunction("greet", of: contract, arguments: Array("{}".utf8))
    #expect(String(decoding: view.bytes, as: UTF8.self) == "\"hi\"")
    #expect(view.logs == ["one"])
    #expect(net.log.parameters(1)?["args_base64"] == "e30=")
    #expect(net.log.parameters(1)?["method_name"] == "greet")
  }

  @Test("A failed contract, a missing contract and an unknown account are answers of the chain")
  func functionFails() async throws {
    let trap = #"{"block_height":\#(Net.height),"block_hash":"\#(Net.hash)","vm_error":"wasm trap"}"#
    let rows: [(NodeAnswer, NEARError.Code)] = [
      (
        .result(
          #"{"error":"wasm execution failed","logs":[],"block_height":\#(Net.height),"block_hash":"\#(Net.hash)"}"#
        ),
        .contractFailed
      ),
      (.error(Net.handlerError("CONTRACT_EXECUTION_ERROR", trap)), .contractFailed),
      (.error(Net.handlerError("NO_CONTRACT_CODE", "{}")), .noContract),
      (Net.unknownAccount(contract), .unknownAccount),
      (.error(#"{"code":-32000,"data":"account app.near does not exist while viewing"}"#), .unknownAccount),
      (.result(#"{"result":[256],"logs":[],"block_height":1,"block_hash":"\#(Net.hash)"}"#), .rpcUnavailable),
      (.result(#"{"result":[-1],"logs":[],"block_height":1,"block_hash":"\#(Net.hash)"}"#), .rpcUnavailable),
      (
        .result(#"{"result":"aGk=","logs":[],"block_height":1,"block_hash":"\#(Net.hash)"}"#), .rpcUnavailable
      ),
    ]
    for (answer, code) in rows {
      await #expect(throws: nearError(code)) {
        try await client(["call_function": answer]).callFunction("greet", of: contract)
      }
    }
  }

  @Test("The error text of a contract is shortened to one line")
  func functionFailureIsShort() async throws {
    let long = String(repeating: #"x\n"#, count: 10_000)
    let answer = NodeAnswer.result(#"{"error":"\#(long)","logs":[]}"#)
    do {
      _ = try await client(["call_function": answer]).callFunction("greet", of: contract)
      Issue.record("answered")
    } catch let error as NEARError {
      #expect(error.code == .contractFailed)
      #expect(error.reason.utf8.count < 400)
      #expect(!error.reason.contains("\n"))
    }
  }

  @Test("block, by finality, height and hash")
  func block() async throws {
    let net = Net(Net.node(["block": Net.block()]))
    let client = net.client()
    let view = try await client.block()
    #expect(view.timestamp.rfc3339.hasPrefix("2026-03-01T11:59:57"))
    #expect(try await client.block(.height(UInt64(Net.height))) == view)
    #expect(try await client.block(.hash(Net.hash)) == view)
    #expect(
      net.log.all.filter { $0.method == "block" }.map { $0.json["params"] } == [
        ["finality": "final"], ["block_id": .integer(Net.height)], ["block_id": .string(Net.hash)],
      ])
    await #expect(throws: nearError(.rpcUnavailable)) { try await client.block(.height(1)) }
    await #expect(throws: nearError(.rpcUnavailable)) { try await client.block(.hash(Net.genesis)) }
    let stale = self.client(["block": Net.block(timestamp: "1772366279000000000")])
    await #expect(throws: nearError(.rpcUnavailable)) { try await stale.block() }
    #expect(try await stale.block(.height(UInt64(Net.height))).block.height == UInt64(Net.height))
  }

  @Test("A block or transaction is unknown only if no endpoint has it")
  func unknownEverywhere() async throws {
    let lacks = Net.node([
      "block": .error(Net.handlerError("UNKNOWN_BLOCK", "{}"), status: 422),
      "tx": .error(Net.handlerError("UNKNOWN_TRANSACTION", "{}"), status: 422),
    ])
    let has = Net.node(["block": Net.block()])
    #expect(try await Net(lacks, has).client().block(.hash(Net.hash)).block.hash == Net.hash)
    await #expect(throws: nearError(.unknownBlock)) {
      try await Net(lacks, lacks).client().block(.hash(Net.hash))
    }
    await #expect(throws: nearError(.rpcUnavailable)) {
      try await Net(lacks, { _ in .failure(ConnectionRefused()) }).client().block(.hash(Net.hash))
    }
    await #expect(throws: nearError(.unknownTransaction)) {
      try await Net(lacks, lacks).client().transaction(Net.hash, sender: Sample.alice)
    }
  }

  @Test(
    "tx",
    arguments: [
      (#"{"SuccessValue":"aGk="}"#, NEARTransactionView.Outcome.success([0x68, 0x69])),
      (#"{"SuccessValue":""}"#, .success([])),
      (#"{"Failure":{"ActionError":{"index":0}}}"#, .failure(#"{"ActionError":{"index":0}}"#)),
      (#""Started""#, .pending), (#""NotStarted""#, .pending), ("null", .pending),
    ])
  func transaction(status: String, outcome: NEARTransactionView.Outcome) async throws {
    let answer = NodeAnswer.result(
      """
      {"final_execution_status":"FINAL","status":\(status),"transaction":{"signer_id":"alice.near",\
      "receiver_id":"app.near","hash":"\(Net.hash)","nonce":1,"actions":[]},"receipts_outcome":[]}
      """)
    let net = Net(Net.node(["tx": answer]))
    let view = try await net.client().transaction(Net.hash, sender: Sample.alice, waitUntil: .final)
    #expect(view.outcome == outcome)
    #expect(view.stage == .final)
    #expect(view.hash == Net.hash)
    #expect(view.receiverID == contract)
    #expect(
      net.log.parameters(1) == [
        "tx_hash": .string(Net.hash), "sender_account_id": "alice.near", "wait_until": "FINAL",
      ])
    await #expect(throws: nearError(.rpcUnavailable)) {
      try await net.client().transaction(Net.genesis, sender: Sample.alice)
    }
  }

  @Test("tx: a transaction without a block, and a malformed outcome")
  func transactionEdges() async throws {
    let none = client(["tx": .result(#"{"final_execution_status":"NONE"}"#)])
    let view = try await none.transaction(Net.hash, sender: Sample.alice, waitUntil: .none)
    #expect(view.stage == NEARExecutionStage.none)
    #expect(view.outcome == .pending)
    #expect(view.hash == nil)
    for status in [
      #""Done""#, "1", "[]", "{}", #"{"SuccessValue":"?"}"#, #"{"SuccessValue":"","Failure":1}"#,
    ] {
      let bad = client(["tx": .result(#"{"status":\#(status)}"#)])
      await #expect(throws: nearError(.rpcUnavailable)) {
        try await bad.transaction(Net.hash, sender: Sample.alice)
      }
    }
  }

  @Test("status is returned without validation")
  func status() async throws {
    let net = Net(Net.node(status: .result(Net.status(chain: "testnet", syncing: true))))
    let status = try await net.client().status()
    #expect(status.chainID == "testnet")
    #expect(status.isSyncing)
    #expect(status.protocolVersion == 77)
    #expect(status.latestBlockTime.rfc3339 == "2026-03-01T11:59:58.123Z")
  }
}
