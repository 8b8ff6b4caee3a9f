import Encodings
import NEAR
import Testing

private typealias Net = FakeNetwork

/// The account is `alice.near` or an implicit account. The key is always ``Sample/key``.
@Suite("NEP-413 §Verification: full access of a key according to the chain")
struct AccessKeyCheckerTests {
  private func check(
    _ net: FakeNetwork, _ account: NEARAccountID = Sample.alice, key: NEARPublicKey = Sample.key,
    agreement: Int = 1, derives: Bool = false
  ) async throws -> VerifiedNEARAccessKey.Basis {
    let checker = NEARAccessKeyChecker(
      client: net.client(), requiredAgreement: agreement, acceptsDerivationWhenUnreachable: derives)
    let verified = try await checker.check(key, of: account)
    #expect(verified.accountID == account)
    #expect(verified.publicKey == key)
    return verified.basis
  }

  private let confirmed = VerifiedNEARAccessKey.Basis.confirmed(at: FakeNetwork.reference)

  @Test("A full-access key at the final block is confirmed")
  func confirms() async throws {
    let net = Net(Net.node(["view_access_key": Net.accessKey()]))
    #expect(try await check(net) == confirmed)
    #expect(net.log.asked == ["a status", "a view_access_key"])
    let parameters = net.log.parameters(1)
    #expect(
      parameters == [
        "request_type": "view_access_key", "finality": "final", "account_id": "alice.near",
        "public_key": "ed25519:H9k5eiU4xXS3M4z8HzKJSLaZdqGdGwBG49o7orNC4eZW",
      ])
  }

  @Test(
    "A key without full access is refused",
    arguments: [
      (Net.functionCall, NEARError.Code.functionCallKey),
      (
        #"{"FunctionCall":{"allowance":null,"receiver_id":"a","method_names":[]}}"#,
        NEARError.Code.functionCallKey
      ),
      (
        #"{"GasKeyFunctionCall":{"balance":"1","num_nonces":2,"allowance":null,"receiver_id":"a.near","method_names":[]}}"#,
        NEARError.Code.functionCallKey
      ),
      (#"{"GasKeyFullAccess":{"balance":"1","num_nonces":2}}"#, NEARError.Code.notFullAccessKey),
      (#"{"FullAccess":{}}"#, NEARError.Code.notFullAccessKey),
      (#""fullaccess""#, NEARError.Code.notFullAccessKey),
      (#""Everything""#, NEARError.Code.notFullAccessKey),
      // Two permissions, and a missing permission, are malformed answers.
      (#"{"FunctionCall":{},"FullAccess":{}}"#, NEARError.Code.rpcUnavailable),
      (#"["FullAccess"]"#, NEARError.Code.rpcUnavailable), ("true", NEARError.Code.rpcUnavailable),
      ("null", NEARError.Code.rpcUnavailable),
    ])
  func refusesPermission(permission: String, code: NEARError.Code) async throws {
    for account in [Sample.alice, Sample.implicit] {
      let net = Net(Net.node(["view_access_key": Net.accessKey(permission), "view_account": Net.account]))
      await #expect(throws: nearError(code)) { try await check(net, account, derives: true) }
    }
  }

  /// All formats in which nodes report an unknown key.
  private static let noKey: [NodeAnswer] = [
    Net.unknownKey(Sample.key), Net.unknownKeyError(Sample.key), Net.unknownKeyError(Sample.key, status: 422),
    Net.unknownKeyError(Sample.key, status: 500),
    .error(
      #"{"code":-32000,"message":"Server error","data":"access key \#(Sample.key) does not exist while viewing"}"#
    ),
  ]

  /// All formats in which nodes report an unknown account.
  private static func noAccount(_ account: NEARAccountID) -> [NodeAnswer] {
    let text = "account \(account) does not exist while viewing"
    return [
      Net.unknownAccount(account), Net.unknownAccount(account, status: 400),
      Net.unknownAccount(account, status: 404),
      .result(#"{"error":"\#(text)","logs":[],"block_height":\#(Net.height),"block_hash":"\#(Net.hash)"}"#),
      .error(#"{"code":-32000,"message":"Server error","data":"\#(text)"}"#),
      .error(#"{"code":-32000,"message":"\#(text)"}"#, status: 500),
    ]
  }

  @Test(
    "A key that the account lacks is refused, for named and implicit accounts", arguments: 0..<5)
  func refusesUnknownKey(variant: Int) async throws {
    for account in [Sample.alice, Sample.implicit] {
      let net = Net(Net.node(["view_access_key": Self.noKey[variant], "view_account": Net.account]))
      await #expect(throws: nearError(.unknownAccessKey)) { try await check(net, account, derives: true) }
      #expect(net.log.asked == ["a status", "a view_access_key", "a view_account"])
    }
  }

  @Test("An implicit account that the chain does not know belongs to its key", arguments: 0..<6)
  func derives(variant: Int) async throws {
    let noAccount = Self.noAccount(Sample.implicit)[variant]
    // Some nodes look up the account first, others only the key.
    for noKey in [noAccount] + Self.noKey {
      let net = Net(
        Net.node(["view_access_key": noKey, "view_account": noAccount, "block": Net.block()]))
      #expect(try await check(net, Sample.implicit) == .derived(at: FakeNetwork.reference))
    }
  }

  /// The answers of older nodes, which name no block.
  private static let undated = NodeAnswer.error(
    #"{"code":-32000,"message":"Server error","data":"account \#(Sample.implicit) does not exist while viewing"}"#
  )

  @Test(
    "Before a key is derived, the unknown account is confirmed at the final block")
  func datesDerivation() async throws {
    let net = Net(
      Net.node(["view_access_key": Self.undated, "view_account": Self.undated, "block": Net.block()]))
    #expect(try await check(net, Sample.implicit) == .derived(at: FakeNetwork.reference))
    #expect(net.log.asked == ["a status", "a view_access_key", "a block", "a view_account"])
    #expect(net.log.parameters(2) == ["finality": "final"])
    #expect(
      net.log.parameters(3) == [
        "request_type": "view_account", "account_id": .string("\(Sample.implicit)"),
        "block_id": .string(Net.hash),
      ])
    // The key would not be derived, so the time of the answer does not matter.
    let refused = Net(
      Net.node(["view_access_key": .error(#"{"data":"account alice.near does not exist while viewing"}"#)]))
    await #expect(throws: nearError(.unknownAccount)) { try await check(refused, Sample.alice) }
    #expect(refused.log.asked == ["a status", "a view_access_key"])
  }

  @Test("Case 17: no key is derived without a recent block")
  func refusesUndatedDerivation() async throws {
    let otherBlock = Net.unknownAccount(Sample.implicit, height: Net.height - 1)
    let unknownBlock = NodeAnswer.error(Net.handlerError("UNKNOWN_BLOCK", "{}"))
    let cases: [(view: NodeAnswer, block: NodeAnswer, NEARRPCFailure.Code)] = [
      // 121 seconds in the past or in the future.
      (Self.undated, Net.block(timestamp: "1772366279000000000"), .staleBlock),
      (Self.undated, Net.block(timestamp: "1772366521000000000"), .staleBlock),
      (Self.undated, unknownBlock, .incompleteAnswer), (Self.undated, Self.undated, .nodeError),
      (Self.undated, .failure(ConnectionRefused()), .incompleteAnswer),
      (Self.undated, .body("<html>Too many requests</html>", status: 429), .incompleteAnswer),
      (unknownBlock, Net.block(), .nodeError), (otherBlock, Net.block(), .malformedAnswer),
      // The account is known: one of several nodes behind the address was behind the others.
      (Net.account, Net.block(), .malformedAnswer),
      (.failure(ConnectionRefused()), Net.block(), .incompleteAnswer),
    ]
    for (view, block, code) in cases {
      let log = FailureLog()
      let net = Net(Net.node(["view_access_key": Self.undated, "view_account": view, "block": block]))
      let checker = NEARAccessKeyChecker(
        client: net.client(failures: log), acceptsDerivationWhenUnreachable: true)
      await #expect(throws: nearError(.rpcUnavailable)) {
        try await checker.check(Sample.key, of: Sample.implicit)
      }
      #expect(log.codes == [code])
    }
  }

  @Test(
    "An unknown account is refused unless it is the implicit account of the key", arguments: 0..<6
  )
  func refusesUnknownAccount(variant: Int) async throws {
    let accounts = [
      Sample.alice, Sample.otherKey.implicitAccountID, Sample.id(String(repeating: "0", count: 64)),
    ]
    for account in accounts {
      let noAccount = Self.noAccount(account)[variant]
      for noKey in [noAccount] + Self.noKey {
        let net = Net(Net.node(["view_access_key": noKey, "view_account": noAccount]))
        await #expect(throws: nearError(.unknownAccount)) { try await check(net, account, derives: true) }
      }
    }
  }

  @Test("NEP-518: an eth-implicit account is never derived, because it is created without access keys")
  func refusesEthImplicit() async throws {
    let key = Sample.publicKey(
      "secp256k1:5ftgm7wYK5gtVqq1kxMGy7gSudkrfYCbpsjL6sH1nwx2oj5NR2JktohjzB6fbEhhRERQpiwJcpwnQjxtoX3GS3cQ")
    let account = key.implicitAccountID
    #expect(account.kind == .ethImplicit)
    let noKey = Net.unknownKey(key)
    let net = Net(Net.node(["view_access_key": noKey, "view_account": Net.unknownAccount(account)]))
    await #expect(throws: nearError(.unknownAccount)) {
      try await check(net, account, key: key, derives: true)
    }
    let silent = Net { _ in .failure(ConnectionRefused()) }
    await #expect(throws: nearError(.rpcUnavailable)) {
      try await check(silent, account, key: key, derives: true)
    }
  }

  @Test("An answer about another account or key is refused")
  func refusesOtherSubject() async throws {
    let wrong: [NodeAnswer] = [
      Net.unknownAccount(Sample.alice), Net.unknownKeyError(Sample.otherKey), Net.unknownKey(Sample.otherKey),
      .result(
        #"{"error":"account alice.near does not exist while viewing","logs":[],"block_height":1,"block_hash":"x"}"#
      ),
    ]
    for answer in wrong {
      let net = Net(Net.node(["view_access_key": answer, "view_account": answer]))
      await #expect(throws: nearError(.rpcUnavailable)) {
        try await check(net, Sample.implicit, derives: true)
      }
    }
  }

  @Test("Without an answer every account is refused, including implicit accounts")
  func refusesWithoutAnswer() async throws {
    for account in [Sample.alice, Sample.implicit] {
      let net = Net { _ in .failure(ConnectionRefused()) }
      await #expect(throws: nearError(.rpcUnavailable)) { try await check(net, account) }
    }
    await #expect(throws: nearError(.rpcUnavailable)) { try await check(Net(), Sample.implicit) }
  }

  @Test("For development an implicit account is accepted if no endpoint can be reached")
  func derivesUnreachable() async throws {
    let unreachable: [FakeNetwork] = [
      Net(), Net({ _ in .failure(ConnectionRefused()) }), Net({ _ in .silence }),
      Net({ _ in .body("<html>Bad gateway</html>", status: 502) }, { _ in .failure(ConnectionRefused()) }),
    ]
    for net in unreachable {
      #expect(try await check(net, Sample.implicit, derives: true) == .derivedUnreachable)
      await #expect(throws: nearError(.rpcUnavailable)) { try await check(net, Sample.alice, derives: true) }
      await #expect(throws: nearError(.rpcUnavailable)) {
        try await check(net, Sample.otherKey.implicitAccountID, derives: true)
      }
    }
  }

  @Test("…but not if an endpoint was reached, even if its answer is unusable")
  func doesNotDeriveReachable() async throws {
    let reached: [FakeNetwork.Node] = [
      Net.node(status: .result(Net.status(chain: "testnet"))),
      Net.node(status: .result(Net.status(genesis: Net.hash))),
      Net.node(status: .result(Net.status(time: "2026-03-01T11:00:00Z"))),
      Net.node(status: .result(Net.status(syncing: true))), Net.node(status: .body("{}")),
      Net.node(["view_access_key": .error(Net.handlerError("UNAVAILABLE_SHARD", "{}"))]),
      Net.node(["view_access_key": Net.unknownKey(Sample.key), "view_account": .silence]),
      Net.node(["view_access_key": Net.unknownKey(Sample.key), "view_account": .failure(ConnectionRefused())]
      ),
    ]
    for node in reached {
      let net = Net(node, { _ in .failure(ConnectionRefused()) })
      await #expect(throws: nearError(.rpcUnavailable)) {
        try await check(net, Sample.implicit, derives: true)
      }
    }
  }

  @Test("Cancellation is neither a refusal nor an acceptance")
  func cancels() async throws {
    let net = Net { _ in .silence }
    // The clock stands still, so only cancellation can end the call.
    let frozen = NEARRPCClock(
      now: net.clock.now, elapsed: { .zero },
      sleep: { _ in
        while true {
          try Task.checkCancellation()
          await Task.yield()
        }
      })
    let client = NEARRPCClient(endpoints: ["a"], transport: net.transport, clock: frozen)
    let checker = NEARAccessKeyChecker(client: client, acceptsDerivationWhenUnreachable: true)
    let task = Task { try await checker.check(Sample.key, of: Sample.implicit) }
    while net.log.asked.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Agreement (one lying RPC)

  private let says = Net.node(["view_access_key": Net.accessKey()])
  private let denies = Net.node(["view_access_key": Net.unknownKey(Sample.key), "view_account": Net.account])
  private let isDown: FakeNetwork.Node = { _ in .failure(ConnectionRefused()) }

  @Test("One dishonest endpoint succeeds without required agreement and fails with it")
  func outvotesLiar() async throws {
    #expect(try await check(Net(says, denies, denies)) == confirmed)
    await #expect(throws: nearError(.unknownAccessKey)) {
      try await check(Net(says, denies, denies), agreement: 2)
    }
    #expect(try await check(Net(denies, says, says), agreement: 2) == confirmed)
  }

  @Test("Endpoints can agree with different blocks and nonces")
  func agreesOverBlocks() async throws {
    let later = Net.node(["view_access_key": Net.accessKey(nonce: 90, height: Net.height + 2)])
    let net = Net(says, later)
    guard case .confirmed = try await check(net, agreement: 2) else {
      Issue.record("not confirmed")
      return
    }
    #expect(net.log.asked == ["a status", "a view_access_key", "b status", "b view_access_key"])
  }

  @Test("Too little agreement is not an answer, even for development")
  func needsAgreement() async throws {
    let cases = [Net(says, denies), Net(says, isDown), Net(isDown, denies, says), Net(says)]
    for net in cases {
      await #expect(throws: nearError(.rpcDisagreement)) { try await check(net, agreement: 2) }
      await #expect(throws: nearError(.rpcDisagreement)) {
        try await check(net, Sample.implicit, agreement: 2, derives: true)
      }
    }
    #expect(nearError(.rpcDisagreement).isRPCUnavailability)
    #expect(nearError(.rpcUnavailable).isRPCUnavailability)
    #expect(!nearError(.unknownAccessKey).isRPCUnavailability)
  }
}
