import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServer
import Encodings

/// A server whose NEAR networks are nodes of the test, with a pinned genesis and dated blocks as in production.
struct NEARScene: Sendable {
  let server: TestServer
  /// The endpoints of mainnet, in the order in which they are asked.
  let mainnet: [LoopbackRPC]
  let testnet: LoopbackRPC

  /// Limits that no test reaches, because outside development loopback is counted like any other network.
  static let unlimited: JSONValue = [
    "sign_in_per_minute": 1_000_000, "challenge_per_minute": 1_000_000, "refresh_per_minute": 1_000_000,
    "browser_sign_in_per_minute": 1_000_000,
  ]

  /// An application with both networks and a callback URL.
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
  ///   - endpoints: the number of mainnet nodes.
  ///   - clock: the clock of the server; the nodes use the real time.
  ///   - body: the test.
  /// - Returns: the result of `body`.
  /// - Throws: the errors of `body` and of the start.
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
          "allow_private_addresses": true,
        ],
        "testnet": [
          "rpc": .strings([testnet.url]), "genesis_hash": .string(LoopbackChain.otherGenesis),
          "allow_private_addresses": true,
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

  /// A wallet whose key is a full-access key of a named account, at every endpoint of mainnet.
  func wallet(_ account: String, _ permission: JSONValue = LoopbackChain.fullAccess) throws -> NEARTestWallet
  {
    let wallet = try NEARTestWallet(accountID: account)
    change { $0.add(wallet, permission) }
    return wallet
  }

  /// Changes the chain of every mainnet endpoint.
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
