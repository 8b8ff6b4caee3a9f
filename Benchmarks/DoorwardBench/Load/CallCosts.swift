import DoorwardWire

/// The processor time of calls beside a sign-in with a wallet and a refresh, in microseconds.
struct CallCosts {
  let user: Double
  let password: Double
  let code: Double
  let passkey: Double
  let exchange: Double

  /// The calls of one server.
  private final class Load {
    private static let users = 64

    private let passwords: PasswordLoad
    private let codes: CodeLoad
    private var passkeys: PasskeyLoad
    private let exchanges: ExchangeLoad
    private let tokens: [String]

    init(_ server: LoadedServer, _ folder: BenchFolder) throws {
      passwords = try PasswordLoad(server, users: Self.users)
      codes = CodeLoad(server, folder)
      passkeys = try PasskeyLoad(server, users: Self.users)
      exchanges = try ExchangeLoad(server, users: Self.users)
      tokens = try server.sessions(server.prepareSignIns(LoadedServer.wallets(Self.users)).signIns).tokens
        .map(\.access)
    }

    func measure(on server: LoadedServer) throws -> CallCosts {
      try server.reconnect()
      let users = tokens.map { server.get(WirePath.user, bearer: $0) }
      return CallCosts(
        user: try server.send(Array(repeating: users, count: 10).flatMap(\.self)).cost,
        password: try passwords.cost(), code: try codes.costs(Self.users).signIn,
        passkey: try passkeys.cost(), exchange: try exchanges.cost())
    }
  }

  /// The calls at a server, beside those at another one in the same rounds.
  ///
  /// - Parameters:
  ///   - one: The server and its folder.
  ///   - other: The server that it is compared with, its folder and its name.
  ///   - rounds: The number of rounds, after one that fills the caches.
  /// - Returns: A row for each call.
  /// - Throws: ``BenchFailure``.
  static func compare(
    _ one: (server: ServerProcess, folder: BenchFolder),
    with other: (server: ServerProcess, folder: BenchFolder, name: String), rounds: Int
  ) throws -> [CostRow] {
    let (here, there) = (try LoadedServer(one.server), try LoadedServer(other.server))
    let (load, reference) = (try Load(here, one.folder), try Load(there, other.folder))
    func measure() throws -> (here: CallCosts, there: CallCosts) {
      (try load.measure(on: here), try reference.measure(on: there))
    }
    _ = try measure()
    let costs = try (0..<rounds).map { _ in try measure() }
    let calls: [(String, KeyPath<CallCosts, Double>)] = [
      ("GET /v1/user", \.user), ("POST /v1/password/sign-in", \.password),
      ("POST /v1/code/sign-in", \.code), ("POST /v1/passkeys/authentication", \.passkey),
      ("POST /v1/token: exchange of a code", \.exchange),
    ]
    return calls.map { name, cost in
      CostRow(
        name: name, costs: costs.map { $0.here[keyPath: cost] },
        reference: (other.name, costs.map { $0.there[keyPath: cost] }))
    }
  }
}
