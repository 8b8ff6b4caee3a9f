import DoorwardWire

/// The costs of one round of requests by wallets that the server does not know yet, in microseconds of processor
/// time.
struct LoadRound {
  let health: Double
  let challenge: Double
  let signIn: Double
  let user: Double
  let refresh: Double
  /// The access tokens of the round.
  let tokens: [String]

  /// The number of wallets of a round, and so of requests of each kind.
  static let wallets = 640

  init(on server: LoadedServer) throws {
    health = try server.send(Array(repeating: server.get("/healthz"), count: 2 * Self.wallets)).cost
    let (signIns, challenge) = try server.prepareSignIns(LoadedServer.wallets(Self.wallets))
    self.challenge = challenge
    let (tokens, signIn) = try server.sessions(signIns)
    self.signIn = signIn
    self.tokens = tokens.map(\.access)
    let users = tokens.map { server.get(WirePath.user, bearer: $0.access) }
    user = try server.send(users + users).cost
    refresh = try server.sessions(tokens.map { server.refreshRequest($0.refresh) }).cost
  }

  /// The processor time of the first use of each token at a server that has not issued it, which checks the signature.
  func firstUses(at other: LoadedServer) throws -> Double {
    try other.reconnect()
    return try other.send(tokens.map { other.get(WirePath.user, bearer: $0) }).cost
  }

  /// A sign-in and a refresh at a server, beside those at another one in the same rounds.
  ///
  /// Each round has new connections: a server closes those that are idle for as long as a round of the other may take.
  ///
  /// - Parameters:
  ///   - server: The server.
  ///   - other: The server that it is compared with, and its name.
  ///   - place: The name of the server in the rows, after a comma; empty for none.
  ///   - limit: The highest ratio.
  ///   - rounds: The number of rounds, after one that fills the caches.
  /// - Returns: Two rows.
  /// - Throws: ``BenchFailure``.
  static func compare(
    _ server: ServerProcess, with other: (server: ServerProcess, name: String), at place: String = "",
    limit: Double, rounds: Int
  ) throws -> [CostRow] {
    func measure() throws -> (here: LoadRound, there: LoadRound) {
      (try LoadRound(on: LoadedServer(server)), try LoadRound(on: LoadedServer(other.server)))
    }
    _ = try measure()
    let costs = try (0..<rounds).map { _ in try measure() }
    return [("a sign-in", \LoadRound.signIn), ("a refresh", \.refresh)].map { name, cost in
      CostRow(
        name: name + place, costs: costs.map { $0.here[keyPath: cost] },
        reference: (other.name, costs.map { $0.there[keyPath: cost] }), limit: limit)
    }
  }
}
