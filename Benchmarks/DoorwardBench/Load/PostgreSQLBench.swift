import DoorwardServer
import Encodings

/// Measures servers on PostgreSQL beside servers with the embedded store.
enum PostgreSQLBench {
  static let title = "PostgreSQL"
  /// The part of a processor that each of two processes may use. A build that is not optimized would take minutes with less, and
  /// its measurements are not representative.
  #if DEBUG
    private static let share = 1.0
  #else
    private static let share = 0.2
  #endif

  static func note(users: Int) -> String {
    """
    Costs are those of "\(LoadBench.title)": the processor time of `doorward`, without that of the database. The large \
    store has \(users) users with \(StoreFilling.sessionsPerUser) sessions each. "Two processes" is the time between two \
    answers. The database and the clients run on the same machine, so each process may use \
    \(Int(share * 100)) % of a processor, also if it runs alone. The limit needs root. Without root, \
    the row is omitted.
    """
  }

  /// - Parameters:
  ///   - parent: The folder for the data of the servers.
  ///   - database: The address of a database. Its user may make schemas.
  ///   - users: The number of users of the large store; 0 leaves it out.
  ///   - rounds: The number of rounds.
  /// - Returns: The rows of the table.
  /// - Throws: ``BenchFailure``, or an error of the database.
  static func rows(
    in parent: String, database: String, users: Int, rounds: Int
  ) async throws -> [CostRow] {
    let schema = try BenchSchema("doorward_bench_small", in: database)
    defer { withExtendedLifetime(schema) {} }
    let (fileFolder, folder) = (try BenchFolder(in: parent), try BenchFolder(in: parent))
    let fileProcess = try ServerProcess(in: fileFolder, configuration: configuration(nil))
    defer { fileProcess.stop() }
    let process = try ServerProcess(in: folder, configuration: configuration(schema.url))
    defer { process.stop() }
    let rows =
      try LoadRound.compare(process, with: (fileProcess, "SQLite"), limit: 1.3, rounds: rounds)
      + CallCosts.compare((process, folder), with: (fileProcess, fileFolder, "SQLite"), rounds: rounds)
    fileProcess.stop()
    let growth =
      try await users > 0 ? growth(process, in: parent, database, users: users, rounds: rounds) : []
    process.stop()
    let two = try twoProcesses(in: folder, parent: parent, schema.url, rounds: rounds)
    return rows + growth + (two.map { [$0] } ?? [])
  }

  private static func configuration(_ url: String?, _ others: JSONObject = [:]) -> String {
    var members = others
    members["database"] = url.map(JSONValue.string)
    members["applications"] = CredentialBench.applications
    return String(decoding: JSONValue.object(members).serialized(), as: UTF8.self)
  }

  /// A sign-in and a refresh with a large store, which is filled as a file and copied.
  private static func growth(
    _ small: ServerProcess, in parent: String, _ database: String, users: Int, rounds: Int
  ) async throws -> [CostRow] {
    let schema = try BenchSchema("doorward_bench_large", in: database)
    defer { withExtendedLifetime(schema) {} }
    let folder = try BenchFolder(in: parent)
    try ServerProcess(in: folder).stop()
    let filling = try await StoreFilling(folder)
    try await filling.addUsers(users)
    await filling.close()
    try await DatabaseCopy(from: "sqlite:\(folder.path)", to: schema.url).run { _ in }
    let process = try ServerProcess(in: folder, configuration: configuration(schema.url))
    defer { process.stop() }
    return try LoadRound.compare(
      process, with: (small, "an empty database"), at: ", large database", limit: 1.1, rounds: rounds)
  }

  /// The time for a sign-in at two processes, beside that at one; nil if this process may not limit theirs.
  private static func twoProcesses(
    in folder: BenchFolder, parent: String, _ url: String, rounds: Int
  ) throws -> CostRow? {
    guard let firstShare = ProcessorShare(share, name: "doorward-bench-1"),
      let secondShare = ProcessorShare(share, name: "doorward-bench-2")
    else { return nil }
    let first = try ServerProcess(in: folder, configuration: configuration(url))
    defer { first.stop() }
    let other = try BenchFolder(in: parent)
    let freePort = try ServerProcess(in: other)
    freePort.stop()
    // As behind a load balancer, both have one public address and one master key.
    let second = try ServerProcess(
      in: other, port: freePort.port,
      configuration: configuration(
        url,
        [
          "public_url": .string("http://127.0.0.1:\(first.port)"),
          "master_key_file": .string("\(folder.path)/master.key"),
        ]))
    defer { second.stop() }
    try first.limit(to: firstShare)
    try second.limit(to: secondShare)
    // Each measurement has new connections: a server closes those that are idle for as long as another measurement may take.
    func microseconds(besides others: [ServerProcess]) throws -> Double {
      let server = try LoadedServer(first, and: others)
      let signIns = try server.prepareSignIns(LoadedServer.wallets(LoadRound.wallets)).signIns
      return try server.elapsed(signIns)
    }
    func measure() throws -> (one: Double, both: Double) {
      (try microseconds(besides: []), try microseconds(besides: [second]))
    }
    _ = try measure()
    let times = try (0..<rounds).map { _ in try measure() }
    return CostRow(
      name: "a sign-in, two processes", costs: times.map(\.both),
      reference: ("one process", times.map(\.one)), limit: 1 / 1.6)
  }
}
