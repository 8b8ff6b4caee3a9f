import DoorwardSystem
import DoorwardWire
import Encodings

/// Sign-ins of users with passwords.
final class PasswordLoad {
  private static let password = "a password of the benchmark"

  private let server: LoadedServer
  private let signIns: [[UInt8]]

  /// Signs up users.
  init(_ server: LoadedServer, users: Int) throws {
    self.server = server
    let names = (0..<users).map { "bench-\(100 + $0)" }
    try server.send(
      names.map { name in
        let body: JSONValue = ["username": .string(name), "password": .string(Self.password)]
        return server.post(WirePath.passwordSignUp, body.serialized())
      })
    signIns = names.map { name in
      let body: JSONValue = ["identifier": .string(name), "password": .string(Self.password)]
      return server.post(WirePath.passwordSignIn, body.serialized())
    }
  }

  /// The processor time of a sign-in of each user, in microseconds.
  func cost() throws -> Double { try server.send(signIns).cost }

  /// Sign-ins that continue until they are stopped, on a separate thread and separate connections.
  final class Repetition: Sendable {
    private let isOver = Monitor(false)
    private let task: Task<Void, any Error>

    fileprivate init(port: UInt16, _ signIns: [[UInt8]]) throws {
      let isOver = isOver
      task = Task.detached {
        let load = try LoadGenerator(ports: [port], connections: 16)
        while !isOver.withLock({ $0 }) { _ = try load.send(signIns) }
      }
    }

    /// Stops after the sign-ins in progress.
    ///
    /// - Throws: ``BenchFailure`` if a sign-in was refused.
    func stop() async throws {
      isOver.withLock { $0 = true }
      try await task.value
    }
  }

  func repeating() throws -> Repetition { try Repetition(port: server.process.port, signIns) }

  /// Sends a number of sign-ins at once. The server may refuse those that do not fit into its queue.
  ///
  /// - Throws: ``BenchFailure`` if it refuses more than nine of ten.
  func crowd(_ count: Int) throws {
    let load = try LoadGenerator(ports: [server.process.port], connections: count)
    let answers = try load.send(
      (0..<count).map { signIns[$0 % signIns.count] }, accepting: [200, 429, 503])
    let succeeded = answers.count { $0.bytes.starts(with: "HTTP/1.1 200 ".utf8) }
    guard succeeded * 10 >= count else {
      throw BenchFailure(reason: "only \(succeeded) of \(count) sign-ins at once succeeded")
    }
  }
}
