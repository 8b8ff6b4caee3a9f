import DoorwardTesting
import Encodings
import Foundation
import Sampling
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
    var (repeated, late) = (0, 0)
    for number in 0..<(Self.seed == nil ? Self.walks : 1) {
      var walk = try await Walk(seed: first + UInt64(number))
      try await walk.run()
      steps += walk.trace.count
      answers += walk.answers
      repeated += walk.repeated
      late += walk.late
      if let violation = walk.world.violation {
        Issue.record(
          "DOORWARD_SEED=\(first + UInt64(number)): \(violation)\n\(walk.trace.joined(separator: "\n"))")
        return
      }
    }
    print(
      "Walked \(steps) steps with \(answers) answers of the server double, from seed \(first). "
        + "\(repeated) answers named a session that the storage had held before, and \(late) a replaced one.")
    if Self.seed == nil {
      #expect(steps > 10 * Self.walks && answers > Self.walks)
      // Both occur seldom, so a few walks need not have any.
      if Self.walks >= 250 { #expect(repeated > 0) }
      if Self.walks >= 2000 { #expect(late > 0) }
    }
  }
}

private struct Walk {
  private let server: DoorwardTestServer
  private let requests: SessionRequests
  private let clock: DoorwardClock
  private var generator: SplitMix64
  var world: SessionWorld
  /// Whether the answers to sign-ins take long.
  private let isLate: Bool
  var trace: [String] = []
  var answers = 0
  /// The delivered answers to sign-ins that name a session that the storage has held before.
  var repeated = 0
  /// Those of them whose session has been replaced or has ended.
  var late = 0

  init(seed: UInt64) async throws {
    generator = SplitMix64(seed: seed)
    let visitors =
      [["anonymous"], ["guest"], ["anonymous", "guest"], []].randomElement(using: &generator) ?? []
    server = DoorwardTestServer(DoorwardTestOffer(methods: ["siwe"] + visitors))
    let configuration = server.configuration
    let api = ServerAPI(configuration)
    requests = SessionRequests(api: api, clock: configuration.clock, logger: .silent, keys: RequestKeys())
    var settings = SessionWorld.settings
    settings.renewsAhead = Bool.random(using: &generator)
    settings.seeksVisitors = Bool.random(using: &generator)
    isLate = Bool.random(using: &generator)
    world = SessionWorld(settings: settings)
    clock = configuration.clock
    world.time = clock.moment.wall
    var proofs: [String: [SignInRequest]] = [:]
    for name in ["A", "B"] {
      let wallet = TestEthereumWallet()
      for _ in 0..<3 { proofs[name, default: []].append(try await Self.proof(wallet, api)) }
    }
    world.supply = proofs
  }

  private static func proof(_ wallet: TestEthereumWallet, _ api: ServerAPI) async throws -> SignInRequest {
    let (secret, binding) = BindingSecrets.make()
    let answer = try await api.call(
      "POST", "/v1/ethereum/message",
      body: [
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
    await begin()
    let acts = world.acts + 5
    for _ in 0..<60 {
      let choices = world.choices(.everything, maxActs: acts, maxTimes: 2, faults: 1)
        .flatMap { Array(repeating: $0, count: weight($0)) }
      guard world.violation == nil, let choice = choices.randomElement(using: &generator) else { return }
      await step(choice)
    }
  }

  /// Half of the walks begin with a session that both processes know.
  private mutating func begin() async {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0, 1: await step(.act(0, .signInA))
    case 2: await step(.act(0, .anonymous))
    case 3: await step(.act(0, .guest))
    default: return
    }
    while let choice = world.next(0..<2, while: { _ in true }) { await step(choice) }
    await step(.act(1, .token))
    while let choice = world.next(0..<2, while: { _ in true }) { await step(choice) }
  }

  /// Second uses of a proof are frequent, and in some walks the answers to sign-ins are late, so that much happens before
  /// them.
  private func weight(_ choice: SessionWorld.Choice) -> Int {
    switch choice {
    case .act(_, .signInAAgain): 6
    case .advance(let process, let flight):
      if case .answer(.signInAnswered) = world.processes[process].flights[flight], isLate { 1 } else { 6 }
    case .act: 3
    case .fault, .revoke: 1
    case .timePasses, .notice: 2
    }
  }

  private mutating func step(_ choice: SessionWorld.Choice) async {
    trace.append("\(choice)")
    if let session = world.revokedSession(by: choice) {
      await server.endSession(session)
      world.live = await liveSessions()
    }
    if let request = world.request(of: choice) {
      let answer = await perform(request)
      answers += 1
      world.served(choice, answer, live: await liveSessions())
    } else {
      count(choice)
      if case .timePasses = choice { server.advance(by: .seconds(1000)) }
      if case .act = choice { server.advance(by: .milliseconds(1)) }
      world.apply(choice)
    }
    // The sums of the model and of the double are rounded differently. A token must not come from the future.
    world.time = clock.moment.wall
  }

  private func liveSessions() async -> Set<String> {
    let now = server.time.now
    return Set(await server.accounts.sessions.filter { $0.isLive(at: now) }.map(\.id))
  }

  private mutating func count(_ choice: SessionWorld.Choice) {
    guard case .advance(let process, let flight) = choice,
      case .answer(.signInAnswered(_, .success(let session))) = world.processes[process].flights[flight]
    else { return }
    let isLate = world.gone.contains(session.sessionID)
    if isLate { late += 1 }
    if isLate || world.storage.holder?.id == session.sessionID { repeated += 1 }
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
