import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import DoorwardWire
import Encodings
import EthereumSignatures

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Measures the server without the network on a real store: the cost of a request, and the disk's share of it.
enum ServerBench {
  private static let atOnce = 64

  static func group(in folder: BenchFolder) async throws -> MeasurementGroup {
    let server = try await SocketlessServer.open(
      BenchServer.configuration(folder), logger: BenchServer.logger)
    let client = BenchClient(server: server)
    let disk = try RawDisk(path: "\(folder.path)/raw")
    var generator = SystemRandomNumberGenerator()
    let challenge = client.challengeBody(EthereumSecretKey(using: &generator).address, ClientBinding())
    let ready = ReadySignIns(client: client)
    let chain = RefreshChain(client: client)
    let fsync = "write a page and have it on the disk"
    return MeasurementGroup(
      measurements: [
        Measurement(fsync, .waiting { try disk.run($0) }),
        Measurement("store: one small transaction", of: fsync, .waiting { try await spend($0, server) }),
        Measurement(
          "store: small transactions, \(atOnce) at once", of: fsync,
          .waiting { count in
            try await divided(count) { try await spend($0, server) }
          }),
        Measurement(
          "issue an Ethereum challenge",
          .waiting { count in
            for _ in 0..<count { _ = try await client.post(WirePath.ethereumMessage, challenge) }
          }),
        Measurement(
          "sign in with Ethereum, one after the other", of: fsync,
          .waiting(prepare: ready.prepare) { count in
            for index in 0..<count { _ = try await client.signIn(ready.bodies[index]) }
          }),
        Measurement(
          "sign in with Ethereum, \(atOnce) at once", of: fsync,
          .waiting(prepare: ready.prepare) { count in
            let bodies = ready.bodies
            try await inParallel(count, each: { _ = try await client.signIn(bodies[$0]) })
          }),
        Measurement("refresh a session", of: fsync, .waiting(chain.run)),
      ], folder: folder, close: { await server.close() })
  }

  private static func spend(_ count: Int, _ server: SocketlessServer) async throws {
    for _ in 0..<count {
      let now = WallClock.system.now
      let id = try ChallengeID(at: now, random: .system)
      let expiry = now.addingTimeInterval(300)
      guard try await server.store.write({ try $0.spend(id, until: expiry) }) else {
        throw BenchFailure(reason: "a new challenge was spent already")
      }
    }
  }

  /// Divides `count` operations among the concurrent tasks.
  private static func divided(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<atOnce {
        let share = (count + atOnce - 1 - worker) / atOnce
        if share > 0 { group.addTask { try await body(share) } }
      }
      try await group.waitForAll()
    }
  }

  /// Runs the operations 0 to `count` - 1, as many at once as allowed.
  private static func inParallel(
    _ count: Int, each body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<atOnce {
        group.addTask {
          for index in stride(from: worker, to: count, by: atOnce) { try await body(index) }
        }
      }
      try await group.waitForAll()
    }
  }
}

/// Sign-in requests made in advance, because challenges and wallets are not measured.
private final class ReadySignIns {
  private let client: BenchClient
  private(set) var bodies: [[UInt8]] = []

  init(client: BenchClient) { self.client = client }

  func prepare(_ count: Int) async throws {
    bodies = []
    for _ in 0..<count { bodies.append(try await client.readySignIn()) }
  }
}

/// One session that is refreshed repeatedly.
private final class RefreshChain {
  private let client: BenchClient
  private var token: String?

  init(client: BenchClient) { self.client = client }

  func run(_ count: Int) async throws {
    if token == nil { token = try await client.signIn(client.readySignIn())["refresh_token"]?.string }
    guard var current = token else { throw BenchFailure(reason: "there is no refresh token") }
    for _ in 0..<count { current = try await client.refresh(current) }
    token = current
  }
}

/// The configuration of the measured servers.
enum BenchServer {
  static func configuration(_ folder: BenchFolder) throws -> ServerConfiguration {
    try ServerConfiguration(
      ConfigurationTree(file: [
        "data": .string(folder.path), "listen": "127.0.0.1:0", "development": true,
        "near": ["mainnet": ["rpc": ["http://127.0.0.1:1"]]],
      ]))
  }

  static var logger: Logger { .standardError(threshold: .error) }
}
