import EthereumSignatures

/// Measures how the cost of requests grows with the store.
enum StoreBench {
  static let title = "Large stores"
  private static let sweptRows = 100_000

  static func note(users: Int) -> String {
    """
    Costs are those of "\(LoadBench.title)", beside the same request in the same round of another server whose store is \
    empty at the start. The large store has \(users) users with \(StoreFilling.sessionsPerUser) sessions each. \
    The percentiles are response times, in microseconds.
    """
  }

  static func rows(in parent: String, users: Int, rounds: Int) async throws -> [CostRow] {
    let emptyFolder = try BenchFolder(in: parent)
    let largeFolder = try BenchFolder(in: parent)
    let process = try ServerProcess(in: emptyFolder)
    defer { process.stop() }
    try ServerProcess(in: largeFolder).stop()
    let filling = try await StoreFilling(largeFolder)
    try await filling.addUsers(users)
    await filling.close()
    let largeProcess = try ServerProcess(in: largeFolder)
    defer { largeProcess.stop() }

    let growth = try LoadRound.compare(
      largeProcess, with: (process, "an empty store"), at: ", large store", limit: 1.1, rounds: rounds)
    let sessions = try manySessions(LoadedServer(process), rounds: rounds)
    largeProcess.stop()
    return growth + sessions + [try await sweep(in: largeFolder, port: largeProcess.port)]
  }

  /// Sign-ins of users with as many sessions as a user may have, beside users with few sessions.
  private static func manySessions(_ server: LoadedServer, rounds: Int) throws -> [CostRow] {
    let many = LoadedServer.wallets(LoadedServer.connections)
    let few = LoadedServer.wallets(LoadedServer.connections * rounds)
    func signIn(_ wallets: [EthereumSecretKey], times: Int) throws -> Double {
      let (requests, _) = try server.prepareSignIns((0..<times).flatMap { _ in wallets })
      return try server.sessions(requests).cost
    }
    _ = try signIn(many, times: 100)
    _ = try signIn(few, times: 1)
    var costs: [(many: Double, few: Double)] = []
    for round in 0..<rounds {
      let newcomers = few[(round * many.count)..<((round + 1) * many.count)]
      costs.append((try signIn(many, times: 10), try signIn(Array(newcomers), times: 10)))
    }
    return [
      CostRow(
        name: "a sign-in, user with 100 sessions", costs: costs.map(\.many),
        reference: ("a user with up to 10", costs.map(\.few)), limit: 1.15)
    ]
  }

  /// The 99th percentile of the response time of sign-ins while the server removes expired sessions.
  private static func sweep(in folder: BenchFolder, port: UInt16) async throws -> CostRow {
    func percentile(_ server: LoadedServer, _ requests: [[UInt8]]) throws -> Double {
      let times = try server.responseTimes(of: requests).sorted()
      return times[times.count * 99 / 100]
    }
    func signIns(_ server: LoadedServer) throws -> [[UInt8]] {
      try server.prepareSignIns(LoadedServer.wallets(2 * LoadRound.wallets)).signIns
    }
    let quietProcess = try ServerProcess(in: folder, port: port)
    let quietServer = try LoadedServer(quietProcess)
    let quiet = try percentile(quietServer, try signIns(quietServer))
    // The master key stays, so the next process takes these challenges.
    let later = try signIns(quietServer)
    quietProcess.stop()

    var filling = try await StoreFilling(folder)
    try await filling.addExpiredSessions(sweptRows)
    await filling.close()
    let sweptProcess = try ServerProcess(in: folder, port: port)
    let swept = try percentile(try LoadedServer(sweptProcess), later)
    sweptProcess.stop()
    filling = try await StoreFilling(folder)
    let isUnderWay = try await filling.hasExpiredRows()
    await filling.close()
    guard isUnderWay else { throw BenchFailure(reason: "the sweep ended before the measurement") }
    return CostRow(
      name: "99 % of sign-ins, \(sweptRows) rows being swept", costs: [swept],
      reference: ("without a sweep", [quiet]), limit: 2)
  }
}
