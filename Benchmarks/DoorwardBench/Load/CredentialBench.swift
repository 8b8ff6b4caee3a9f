import DoorwardCommandLine
import DoorwardPasswords
import Encodings

/// Measures sign-ins with passwords, codes and passkeys, and their effect on other sign-ins.
enum CredentialBench {
  static let title = "Passwords, codes and passkeys"
  static let note = """
    Costs as in "\(LoadBench.title)". A hash of a password has the standard parameters, \
    \(HashParameters.floor.kibibytes / 1024) MiB and \(HashParameters.floor.passes) passes, and hashes run on all \
    processors. Codes are printed instead of sent. A sign-in with a code is the call that proves the code; asking for it is \
    another call, with a row of its own. The percentiles are response times in microseconds, and memory is the \
    most that the process has used, in MiB.
    """

  private static let users = 64
  private static let addresses = 320
  /// The sign-ins at the same time for the measurement of memory.
  private static let crowd = 1000

  static func rows(in folder: BenchFolder, rounds: Int) async throws -> [CostRow] {
    let process = try ServerProcess(in: folder, configuration: configuration)
    defer { process.stop() }
    let server = try LoadedServer(process)
    let passwords = try PasswordLoad(server, users: users)
    let codes = CodeLoad(server, folder)
    var passkeys = try PasskeyLoad(server, users: addresses)
    let wallets = LoadedServer.wallets(addresses)
    let raw = try RawArgon2(kibibytes: HashParameters.floor.kibibytes, passes: HashParameters.floor.passes)
    let processors = Processors.count
    // The first round fills the caches.
    _ = try (passwords.cost(), codes.costs(16), passkeys.cost())
    _ = try server.sessions(server.prepareSignIns(wallets).signIns)
    var costs: [Round] = []
    for _ in 0..<rounds {
      let hash = try await raw.cost(threads: processors, checks: users / processors)
      let newWallet = try server.sessions(server.prepareSignIns(LoadedServer.wallets(addresses)).signIns).cost
      let wallet = try server.sessions(server.prepareSignIns(wallets).signIns).cost
      let primitives = try await Primitives.measure()
      costs.append(
        Round(
          hash: hash, password: try passwords.cost(), code: try codes.costs(addresses),
          newWallet: newWallet - primitives.recovery, passkey: try passkeys.cost(),
          wallet: wallet - primitives.recovery + primitives.verification))
    }
    return [
      CostRow(name: "libsodium: check an Argon2id hash", costs: costs.map(\.hash)),
      CostRow(
        name: "POST /v1/password/sign-in", costs: costs.map(\.password),
        reference: ("1 hash", costs.map(\.hash)), limit: 1 / 0.9),
      CostRow(name: "POST /v1/code/send, with its delivery", costs: costs.map(\.code.send)),
      CostRow(
        name: "POST /v1/code/sign-in", costs: costs.map(\.code.signIn),
        reference: ("a wallet's first sign-in without its recovery", costs.map(\.newWallet)), limit: 3),
      CostRow(
        name: "POST /v1/passkeys/authentication", costs: costs.map(\.passkey),
        reference: ("a wallet's sign-in with the same signature check", costs.map(\.wallet)), limit: 1),
      try await besidePasswords(server, passwords, rounds: rounds),
      try crowdMemory(process, passwords),
    ]
  }

  /// The costs of one round.
  private struct Round {
    let hash: Double
    let password: Double
    let code: CodeLoad.Costs
    /// Of a new user, without the check of the signature.
    let newWallet: Double
    let passkey: Double
    /// Of a known user, with the check of a P-256 signature instead of its own.
    let wallet: Double
  }

  /// An application with all of these methods.
  static let applications: JSONValue = [
    [
      "id": "default", "methods": ["siwe", "password", "code", "passkey"],
      "password": ["identifiers": ["email", "username"]],
      "passkeys": ["rp_id": .string(PasskeyLoad.relyingPartyID), "origins": [.string(PasskeyLoad.origin)]],
    ]
  ]

  private static let configuration = String(
    decoding: JSONValue.object(["applications": applications]).serialized(), as: UTF8.self)

  /// The 99th percentile of the response time of wallets' sign-ins, without passwords and while all processors hash
  /// passwords, in each round.
  private static func besidePasswords(
    _ server: LoadedServer, _ passwords: PasswordLoad, rounds: Int
  ) async throws -> CostRow {
    func percentile() throws -> Double {
      let signIns = try server.prepareSignIns(LoadedServer.wallets(LoadRound.wallets)).signIns
      let times = try server.responseTimes(of: signIns).sorted()
      return times[times.count * 99 / 100]
    }
    var times: [(idle: Double, busy: Double)] = []
    for _ in 0..<rounds {
      let idle = try percentile()
      let load = try passwords.repeating()
      let busy = try percentile()
      try await load.stop()
      times.append((idle, busy))
    }
    return CostRow(
      name: "99 % of wallets' sign-ins, beside passwords", costs: times.map(\.busy),
      reference: ("without passwords", times.map(\.idle)), limit: 2)
  }

  /// The memory of the process under many sign-ins at once, beside its memory before with that of the hashes.
  private static func crowdMemory(_ process: ServerProcess, _ passwords: PasswordLoad) throws -> CostRow {
    let before = try process.peakMemory()
    try passwords.crowd(crowd)
    return CostRow(
      name: "memory, \(crowd) sign-ins with passwords at once", costs: [try process.peakMemory()],
      reference: ("before, with all hashes running", [before]), limit: 1.5)
  }
}
