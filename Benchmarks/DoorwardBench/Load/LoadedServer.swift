import DoorwardCommandLine
import DoorwardSystem
import DoorwardWire
import Encodings
import EthereumSignatures
import SignInWithEthereum

/// A server process, and the requests that its clients send.
final class LoadedServer {
  /// The tokens of a session.
  struct Tokens {
    let access: String
    let refresh: String
  }

  static let connections = 64
  private static let address = "127.0.0.1"

  let process: ServerProcess
  private let ports: [UInt16]
  private var load: LoadGenerator

  /// - Parameters:
  ///   - process: The server whose processor time is measured.
  ///   - others: Servers that get requests too.
  /// - Throws: ``BenchFailure`` if a server does not accept connections.
  init(_ process: ServerProcess, and others: [ServerProcess] = []) throws {
    self.process = process
    ports = [process.port] + others.map(\.port)
    load = try LoadGenerator(ports: ports, connections: Self.connections)
  }

  /// Opens new connections: a server closes those that are idle for as long as a measurement of another one may take.
  func reconnect() throws { load = try LoadGenerator(ports: ports, connections: Self.connections) }

  /// Sends the requests, all connections at once.
  ///
  /// - Returns: The answers in the order of the requests, and the server's processor time per request, in
  ///   microseconds.
  @discardableResult
  func send(_ requests: [[UInt8]], accepting statuses: [Int] = [200]) throws -> (
    answers: [[UInt8]], cost: Double
  ) {
    let start = try process.processorSeconds()
    let answers = try load.send(requests, accepting: statuses)
    let seconds = try process.processorSeconds() - start
    return (answers.map(\.bytes), seconds * 1e6 / Double(requests.count))
  }

  /// The response times of the requests, in microseconds, all connections at once.
  func responseTimes(of requests: [[UInt8]]) throws -> [Double] {
    try load.send(requests).map(\.microseconds)
  }

  /// The time for all requests, all connections at once, in microseconds per request.
  func elapsed(_ requests: [[UInt8]]) throws -> Double {
    let start = MonotonicTime.now
    _ = try load.send(requests)
    return Double(MonotonicTime.now.nanoseconds - start.nanoseconds) / 1000 / Double(requests.count)
  }

  // MARK: Requests

  func get(_ path: String, bearer: String? = nil) -> [UInt8] {
    request("GET \(path)", bearer.map { ["Authorization: Bearer \($0)"] } ?? [], [])
  }

  func post(_ path: String, _ body: [UInt8], fields: [String] = []) -> [UInt8] {
    request("POST \(path)", fields, body)
  }

  func challengeRequest(_ wallet: EthereumSecretKey, _ binding: ClientBinding) -> [UInt8] {
    let authority = "\(Self.address):\(process.port)"
    let body: JSONValue = [
      "address": .string(wallet.address.checksummed), "chain_id": 1, "domain": .string(authority),
      "uri": .string("http://\(authority)"), "binding": .string(binding.value),
    ]
    return post(WirePath.ethereumMessage, body.serialized())
  }

  func refreshRequest(_ token: String) -> [UInt8] {
    let body: JSONValue = ["grant_type": "refresh_token", "refresh_token": .string(token)]
    return post(WirePath.token, body.serialized())
  }

  private func request(_ line: String, _ fields: [String], _ body: [UInt8]) -> [UInt8] {
    var lines =
      ["\(line) HTTP/1.1", "Host: \(Self.address):\(process.port)", "User-Agent: doorward-bench"] + fields
    if !body.isEmpty { lines += ["Content-Type: application/json", "Content-Length: \(body.count)"] }
    return [UInt8]((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }

  // MARK: Steps

  /// Requests a challenge for each wallet, and signs it.
  ///
  /// - Returns: The sign-ins, and the cost of a challenge.
  func prepareSignIns(_ wallets: [EthereumSecretKey]) throws -> (signIns: [[UInt8]], cost: Double) {
    let bindings = wallets.map { _ in ClientBinding() }
    let (answers, cost) = try send(zip(wallets, bindings).map(challengeRequest))
    let signIns = try wallets.indices.map { index in
      guard let message = try Self.json(answers[index])["message"]?.string else {
        throw BenchFailure(reason: "there is no challenge")
      }
      let body: JSONValue = [
        "message": .string(message),
        "signature": .string("\(try wallets[index].sign(PersonalMessage(message)))"),
        "binding_secret": .string(bindings[index].secret),
      ]
      return post(WirePath.ethereumSignIn, body.serialized())
    }
    return (signIns, cost)
  }

  /// Sends requests whose answers have tokens.
  ///
  /// - Returns: The tokens in the order of the requests, and the cost of a request.
  func sessions(_ requests: [[UInt8]]) throws -> (tokens: [Tokens], cost: Double) {
    let (answers, cost) = try send(requests)
    let tokens = try answers.map { answer in
      let answer = try Self.json(answer)
      guard let access = answer["access_token"]?.string, let refresh = answer["refresh_token"]?.string else {
        throw BenchFailure(reason: "there are no tokens")
      }
      return Tokens(access: access, refresh: refresh)
    }
    return (tokens, cost)
  }

  static func wallets(_ count: Int) -> [EthereumSecretKey] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in EthereumSecretKey(using: &generator) }
  }

  static func json(_ answer: [UInt8]) throws -> JSONValue {
    guard let head = answer.firstRange(of: [13, 10, 13, 10]) else {
      throw BenchFailure(reason: "a response without an end of its head")
    }
    return try JSONParser.parse(Array(answer[head.upperBound...]))
  }
}
