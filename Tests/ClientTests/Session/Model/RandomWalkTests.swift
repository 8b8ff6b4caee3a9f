import DoorwardTesting
import Encodings
import Foundation
import Testing

@testable import Doorward
@testable import DoorwardTesting

/// Random walks of the model with the server double in place of the model's server, through the SDK's own requests.
struct RandomWalkTests {
  /// `DOORWARD_WALKS=100000` walks for some minutes. `DOORWARD_SEED` repeats the walk that a failure names.
  private static let environment = ProcessInfo.processInfo.environment
  private static let walks = environment["DOORWARD_WALKS"].flatMap { Int($0) } ?? 250
  private static let seed = environment["DOORWARD_SEED"].flatMap { UInt64($0) }

  @Test(.timeLimit(.minutes(60))) func randomWalksKeepTheInvariants() async throws {
    let first = Self.seed ?? UInt64.random(in: 0..<UInt64.max / 2)
    var steps = 0
    var answers = 0
    for number in 0..<(Self.seed == nil ? Self.walks : 1) {
      var walk = try await Walk(seed: first + UInt64(number))
      try await walk.run()
      steps += walk.trace.count
      answers += walk.answers
      if let violation = walk.world.violation {
        Issue.record(
          "DOORWARD_SEED=\(first + UInt64(number)): \(violation)\n\(walk.trace.joined(separator: "\n"))")
        return
      }
    }
    print("Walked \(steps) steps with \(answers) answers of the server double, from seed \(first).")
    if Self.seed == nil { #expect(steps > 10 * Self.walks && answers > Self.walks) }
  }
}

/// SplitMix64: the same numbers for the same seed.
private struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

private struct Walk {
  private let server = DoorwardTestServer(DoorwardTestOffer(methods: ["siwe", "anonymous"]))
  private let requests: SessionRequests
  private var generator: SeededGenerator
  var world: SessionWorld
  var trace: [String] = []
  var answers = 0

  init(seed: UInt64) async throws {
    generator = SeededGenerator(state: seed)
    let configuration = server.configuration
    let api = ServerAPI(configuration)
    requests = SessionRequests(api: api, clock: configuration.clock, logger: .silent)
    var settings = SessionWorld.settings
    settings.renewsAhead = Bool.random(using: &generator)
    world = SessionWorld(settings: settings)
    world.time = configuration.clock.moment.wall
    var proofs: [String: [SignInRequest]] = [:]
    for name in ["A", "B"] {
      let wallet = TestEthereumWallet()
      for _ in 0..<2 { proofs[name, default: []].append(try await Self.proof(wallet, api)) }
    }
    world.supply = proofs
  }

  private static func proof(_ wallet: TestEthereumWallet, _ api: ServerAPI) async throws -> SignInRequest {
    let (secret, binding) = BindingSecrets.make()
    let answer = try await api.call(
      "POST", "/v1/ethereum/message",
      [
        "address": .string(wallet.address), "chain_id": 1, "domain": .string(api.authority),
        "uri": .string(api.origin), "binding": .string(binding), "purpose": "sign_in",
      ])
    let message = try #require(answer["message"]?.string)
    let body: JSONObject = [
      "message": .string(message), "signature": .string(wallet.personalSign(message)),
      "binding_secret": .string(secret),
    ]
    return SignInRequest(path: "/v1/ethereum/sign-in", body: body, key: secret)
  }

  mutating func run() async throws {
    for _ in 0..<60 {
      let choices = world.choices(acts: SessionWorld.Act.allCases, maxActs: 5, maxTimes: 2, faults: 1)
      guard let choice = choices.randomElement(using: &generator) else { return }
      trace.append("\(choice)")
      if let request = world.request(of: choice) {
        let answer = await perform(request)
        answers += 1
        let now = server.time.now
        let live = await server.accounts.sessions.filter { $0.isLive(at: now) }
        world.served(choice, answer, live: Set(live.map(\.id)))
      } else {
        if case .timePasses = choice { server.advance(by: .seconds(1000)) }
        if case .act = choice { server.advance(by: .milliseconds(1)) }
        world.apply(choice)
      }
      if world.violation != nil { return }
    }
  }

  private func perform(_ request: SessionEffect) async -> SessionEvent {
    switch request {
    case .renew(let session): .renewed(await requests.renew(session))
    case .visit(let visit, let guest): .visited(await requests.visit(visit, guest))
    case .confirm(let session): .confirmed(await requests.user(of: session))
    case .signIn(let call, let proof, let token):
      .signInAnswered(call, await requests.signIn(proof, token: token))
    case .end(let session, let isEverywhere, let token):
      await {
        let (isEnded, error) = await requests.end(session, everywhere: isEverywhere, accountToken: token)
        return .endAnswered(session.sessionID, isEnded: isEnded, error)
      }()
    default: preconditionFailure("not a request")
    }
  }
}
