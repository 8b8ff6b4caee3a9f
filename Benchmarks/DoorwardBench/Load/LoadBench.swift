/// Measures the processor time of requests under load, beside that of the cryptography that each request needs.
enum LoadBench {
  static let title = "HTTP under load"
  static let note = """
    \(LoadedServer.connections) connections send requests to a server process with its log on, each as soon as it has \
    its answer. Costs are the processor time of the server's process, the kernel's part of it included, in \
    microseconds per request. The clients are another process and are not counted. The cryptography is measured on all \
    processors at once.
    """

  static func rows(in folder: BenchFolder, rounds: Int) async throws -> [CostRow] {
    let process = try ServerProcess(in: folder)
    defer { process.stop() }
    // A process keeps the tokens that it has issued, so another one checks them.
    let otherFolder = try BenchFolder(in: folder.path)
    let otherProcess = try ServerProcess(in: otherFolder, beside: process, folder)
    defer { otherProcess.stop() }
    let (server, other) = (try LoadedServer(process), try LoadedServer(otherProcess))
    // The first round fills the caches.
    _ = try LoadRound(on: server).firstUses(at: other)
    var costs: [(request: LoadRound, firstUser: Double, primitive: Primitives.Costs)] = []
    for _ in 0..<rounds {
      try server.reconnect()
      let round = try LoadRound(on: server)
      costs.append((round, try round.firstUses(at: other), try await Primitives.measure()))
    }

    func row(
      _ name: String, _ cost: (LoadRound) -> Double, beside reference: String, limit: Double,
      _ primitive: (Primitives.Costs) -> Double
    ) -> CostRow {
      CostRow(
        name: name, costs: costs.map { cost($0.request) },
        reference: (reference, costs.map { primitive($0.primitive) }), limit: limit)
    }
    return [
      CostRow(name: "libsecp256k1: recover a key", costs: costs.map(\.primitive.recovery)),
      CostRow(name: "OpenSSL: make a P-256 signature", costs: costs.map(\.primitive.signature)),
      CostRow(name: "OpenSSL: check a P-256 signature", costs: costs.map(\.primitive.verification)),
      row("GET /healthz", \.health, beside: "1 recovery", limit: 0.5, \.recovery),
      row("POST /v1/ethereum/message", \.challenge, beside: "1 recovery", limit: 1.2, \.recovery),
      row(
        "POST /v1/ethereum/sign-in", \.signIn, beside: "1 recovery, 2 signatures", limit: 2.5,
        { $0.recovery + 2 * $0.signature }),
      row("POST /v1/token: refresh", \.refresh, beside: "2 signatures", limit: 3.2, { 2 * $0.signature }),
      CostRow(
        name: "GET /v1/user, first use of a token at another process", costs: costs.map(\.firstUser),
        reference: ("1 verification", costs.map(\.primitive.verification)), limit: 2),
      CostRow(
        name: "GET /v1/user, later uses", costs: costs.map(\.request.user),
        reference: ("GET /healthz", costs.map(\.request.health)), limit: 5),
    ]
  }
}
