import DoorwardHTTP
import DoorwardServer
import Encodings

/// A server whose NEAR networks are nodes of the test's own, with the genesis pinned and blocks dated as
/// they are in production.
struct NEARScene: Sendable {
  let server: TestServer
  /// The endpoints of mainnet, in the order they are asked.
  let mainnet: [LoopbackRPC]
  let testnet: LoopbackRPC

  /// Rates that no test reaches: outside development loopback is counted like any other network.
  static let unlimited: JSONValue = [
    "sign_in_per_minute": 1_000_000, "challenge_per_minute": 1_000_000, "refresh_per_minute": 1_000_000,
    "browser_sign_in_per_minute": 1_000_000,
  ]

  /// An application on both networks, with a callback URL.
  static let everything: JSONObject = [
    "applications": [
      [
        "id": "default",
        "near": [
          "networks": ["mainnet", "testnet"], "recipient": "app.example",
          "callback_urls": ["https://app.example/back", "app://back"],
        ],
      ]
    ]
  ]

  /// Runs `body` with a server and its nodes.
  ///
  /// - Parameters:
  ///   - settings: members of the configuration, over the scene's own.
  ///   - endpoints: how many nodes mainnet has.
  ///   - clock: the time the server believes in; the nodes live in the real one.
  ///   - body: the test.
  /// - Returns: what `body` answers.
  /// - Throws: what `body` throws, or the server where it cannot start.
  static func run<Value>(
    _ settings: JSONObject = JSONObject(), endpoints: Int = 1, clock: TestClock = TestClock(),
    _ body: (NEARScene) async throws -> Value
  ) async throws -> Value {
    let mainnet = try (0..<endpoints).map { _ in try LoopbackRPC(LoopbackChain(chainID: "mainnet")) }
    var testChain = LoopbackChain(chainID: "testnet")
    testChain.genesisHash = LoopbackChain.otherGenesis
    let testnet = try LoopbackRPC(testChain)
    var members: JSONObject = [
      "development": false, "rate_limits": unlimited,
      "near": [
        "mainnet": [
          "rpc": .strings(mainnet.map(\.url)), "genesis_hash": .string(LoopbackChain.genesis),
        ],
        "testnet": [
          "rpc": .strings([testnet.url]), "genesis_hash": .string(LoopbackChain.otherGenesis),
        ],
      ],
    ]
    for member in settings { members[member.key] = member.value }
    let result: Result<Value, any Error>
    do {
      result = .success(
        try await TestServer.run(members, clock: clock) { server in
          try await body(NEARScene(server: server, mainnet: mainnet, testnet: testnet))
        })
    } catch {
      result = .failure(error)
    }
    for node in mainnet + [testnet] { await node.stop() }
    return try result.get()
  }

  /// A wallet whose key is a full-access key of a named account, on every endpoint of mainnet.
  func wallet(_ account: String, _ permission: JSONValue = LoopbackChain.fullAccess) throws -> NEARTestWallet
  {
    let wallet = try NEARTestWallet(accountID: account)
    change { $0.add(wallet, permission) }
    return wallet
  }

  /// Changes what every endpoint of mainnet believes.
  func change(_ body: (inout LoopbackChain) -> Void) {
    for node in mainnet { node.change(body) }
  }

  func signIn(_ proof: JSONObject) async throws -> TestAPI.Answer {
    try await server.api.send(.post, "/v1/near/sign-in", .object(proof))
  }

  func refresh(_ token: String) async throws -> TestAPI.Answer {
    try await server.api.form("/v1/token", "grant_type=refresh_token&refresh_token=\(token)")
  }
}
