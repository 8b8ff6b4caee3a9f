import DoorwardHTTP
import DoorwardHTTPTypes
import Encodings
import Foundation
import Sampling
import Testing

/// Endpoints that are down, and endpoints with wrong answers, over HTTP.
@Suite struct NEARRPCThreatTests {
  /// Every way in which a public endpoint fails to answer.
  private static let faults: [LoopbackChain.Fault] = [
    .status(429), .status(500), .status(502), .status(503), .status(302), .status(404),
    .body(Array("<html>busy</html>".utf8)), .body([]), .body([0xff, 0x00]),
    .body(Array(#"{"jsonrpc":"2.0","id":"other","result":{"nonce":1,"permission":"FullAccess"}}"#.utf8)),
    .error("UNAVAILABLE_SHARD"), .error("NO_SYNCED_BLOCKS"), .error("NOT_SYNCED_YET"),
    .error("TIMEOUT_ERROR"),
  ]

  @Test("An endpoint that is down is 503 and spends nothing, and the same proof succeeds afterwards")
  func down() async throws {
    try await NEARScene.run { scene in
      let named = try scene.wallet("alice.near")
      for (index, fault) in Self.faults.enumerated() {
        // This includes implicit accounts: only the chain knows whether the key is still there.
        let wallet = index.isMultiple(of: 2) ? named : try NEARTestWallet()
        let proof = try await wallet.proof(scene.server)
        scene.change { $0.fault = fault }
        let refused = try await scene.signIn(proof)
        #expect(refused.status == 503, "\(fault)")
        #expect(refused.code == "rpc_unavailable")
        #expect(refused.fields["Retry-After"] == "5")
        #expect(refused.fields["Content-Type"] == "application/problem+json")
        scene.change { $0.fault = nil }
        #expect(try await scene.signIn(proof).status == 200, "\(fault)")
      }
    }
  }

  @Test(
    "An endpoint that fails at one of several questions counts as failed",
    arguments: CaseSample.of(["status", "view_access_key", "view_account"], oneIn: 3))
  func failsAtOneQuestion(_ method: String) async throws {
    for fault in Self.faults {
      try await NEARScene.run { scene in
        let proof = try await NEARTestWallet().proof(scene.server)
        scene.change { chain in
          chain.faulty = [method]
          chain.fault = fault
        }
        #expect(try await scene.signIn(proof).status == 503, "\(fault)")
        scene.change { $0.fault = nil }
        #expect(try await scene.signIn(proof).status == 200, "\(fault)")
      }
    }
  }

  @Test("A stopped endpoint is 503; only in development, an implicit account is then accepted by derivation")
  func gone() async throws {
    try await NEARScene.run { scene in
      for node in scene.mainnet { await node.stop() }
      for wallet in [try NEARTestWallet(), try scene.wallet("alice.near")] {
        let refused = try await wallet.signIn(scene.server)
        #expect(refused.status == 503)
      }
    }
    try await TestServer.run { server in
      let derived = try await NEARTestWallet().signIn(server)
      #expect(derived.status == 200)
      for account in ["alice.near", try NEARTestWallet().accountID] {
        let refused = try await NEARTestWallet(accountID: account).signIn(server)
        #expect(refused.status == 503)
      }
    }
  }

  @Test("An endpoint that does not respond costs its time limit, then the next one is asked")
  func silenceWithBackup() async throws {
    try await NEARScene.run(endpoints: 2) { scene in
      let wallet = try scene.wallet("alice.near")
      scene.mainnet[0].change { $0.fault = .silence }
      #expect(try await wallet.signIn(scene.server).status == 200)
      // The failed endpoint is paused: the next sign-in asks the other endpoint at once.
      scene.mainnet[0].forget()
      #expect(try await wallet.signIn(scene.server).status == 200)
      #expect(scene.mainnet[0].asked.isEmpty)
    }
  }

  @Test("A single endpoint that does not respond is 503, and spends nothing")
  func silence() async throws {
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      let proof = try await wallet.proof(scene.server)
      scene.mainnet[0].change { $0.fault = .silence }
      #expect(try await scene.signIn(proof).status == 503)
      scene.mainnet[0].change { $0.fault = nil }
      #expect(try await scene.signIn(proof).status == 200)
    }
  }

  /// Every sign that an endpoint is of another chain, or out of date.
  private static let liars: [(String, @Sendable (inout LoopbackChain) -> Void)] = [
    ("another genesis", { $0.genesisHash = LoopbackChain.otherGenesis }),
    ("a head an hour old", { $0.age = 3600 }),
    ("a head in the future", { $0.age = -3600 }),
    ("an answer from an old block", { $0.lag = 1000 }),
    ("a node that is catching up", { $0.isSyncing = true }),
  ]

  @Test("An endpoint of another chain, or an outdated one, is not believed", arguments: liars.indices)
  func liar(_ index: Int) async throws {
    let (name, lie) = Self.liars[index]
    try await NEARScene.run { scene in
      let wallet = try scene.wallet("alice.near")
      scene.change(lie)
      let refused = try await wallet.signIn(scene.server)
      #expect(refused.status == 503, "\(name)")
      #expect(refused.code == "rpc_unavailable")
    }
  }

  @Test("After a wrong answer about a key, the next endpoint is asked", arguments: liars.indices)
  func liarWithBackup(_ index: Int) async throws {
    let (name, lie) = Self.liars[index]
    try await NEARScene.run(endpoints: 2) { scene in
      let mine = try NEARTestWallet(accountID: "alice.near")
      let attacker = try NEARTestWallet(accountID: "alice.near")
      scene.mainnet[0].change { $0.add(attacker) }
      scene.mainnet[1].change { $0.add(mine) }
      scene.mainnet[0].change(lie)
      let stolen = try await attacker.signIn(scene.server)
      #expect(stolen.status == 401, "\(name)")
      #expect(stolen.code == "unknown_access_key")
      #expect(try await mine.signIn(scene.server).status == 200, "\(name)")
      #expect(!scene.mainnet[1].asked.isEmpty)
    }
  }

  @Test("A valid answer is final; no further endpoint is asked")
  func firstAnswerCounts() async throws {
    try await NEARScene.run(endpoints: 2) { scene in
      let wallet = try NEARTestWallet(accountID: "alice.near")
      scene.mainnet[1].change { $0.add(wallet) }
      #expect(try await wallet.signIn(scene.server).code == "unknown_account")
      #expect(scene.mainnet[1].asked.isEmpty)
    }
  }

  @Test("An endpoint with a private address is not asked unless the operator allows it (case 22)")
  func privateAddress() async throws {
    let node = try LoopbackRPC(LoopbackChain(chainID: "mainnet"))
    for (allows, development) in [(false, false), (true, false), (false, true)] {
      let settings: JSONObject = [
        "development": .bool(development),
        "near": ["mainnet": ["rpc": [.string(node.url)], "allow_private_addresses": .bool(allows)]],
      ]
      let asked = node.asked.count
      try await TestServer.run(settings) { server in
        let answer = try await NEARTestWallet().signIn(server)
        // The chain of this node has another genesis, which counts in development only on other machines.
        #expect(answer.status == (development ? 200 : 503))
        #expect(server.log.text.contains("transport_failed") == !(allows || development))
      }
      #expect((node.asked.count > asked) == (allows || development), "\(allows), \(development)")
    }
    await node.stop()
  }

  @Test(
    "The log names a failing endpoint by its number, never by its URL, which may contain a provider's key")
  func urlsAreSecret() async throws {
    let node = try LoopbackRPC(LoopbackChain(chainID: "mainnet"))
    let url = "\(node.url)/v1/0123456789abcdef-key"
    let settings: JSONObject = [
      "development": false, "near": ["mainnet": ["rpc": [.string(url)], "allow_private_addresses": true]],
    ]
    let (log, answer) = try await TestServer.run(settings) { server in
      let answer = try await NEARTestWallet().signIn(server)
      return (server.log.text, answer)
    }
    await node.stop()
    #expect(answer.status == 503)
    #expect(log.contains("\"endpoint\":1"))
    #expect(log.contains("wrong_genesis"))
    #expect(!log.contains("0123456789abcdef-key"))
    #expect(!String(decoding: answer.body, as: UTF8.self).contains("0123456789abcdef-key"))
  }
}
