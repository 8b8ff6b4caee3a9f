import DoorwardWire

/// The costs of one round of requests by wallets that the server does not know yet, in microseconds of processor
/// time.
struct LoadRound {
  let health: Double
  let challenge: Double
  let signIn: Double
  let firstUser: Double
  let repeatedUser: Double
  let refresh: Double

  /// The number of wallets of a round, and so of requests of each kind.
  static let wallets = 640

  init(on server: LoadedServer) throws {
    health = try server.send(Array(repeating: server.get("/healthz"), count: 2 * Self.wallets)).cost
    let (signIns, challenge) = try server.prepareSignIns(LoadedServer.wallets(Self.wallets))
    self.challenge = challenge
    let (tokens, signIn) = try server.sessions(signIns)
    self.signIn = signIn
    let users = tokens.map { server.get(WirePath.user, bearer: $0.access) }
    firstUser = try server.send(users).cost
    repeatedUser = try server.send(users + users).cost
    refresh = try server.sessions(tokens.map { server.refreshRequest($0.refresh) }).cost
  }
}
