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
    let server = try LoadedServer(process)
    // The first round fills the caches.
    _ = try LoadRound(on: server)
    var costs: [(request: LoadRound, primitive: Primitives.Costs)] = []
    for _ in 0..<rounds { costs.append((try LoadRound(on: server), try await Primitives.measure())) }

    func row(
      _ name: String, _ cost: (LoadRound) -> Double, beside reference: String, limit: Double,
      _ primitive: (Primitives.Costs) -> Double
    ) -> CostRow {
      CostRow(
        name: name, costs: costs.map { cost($0.request) },
        reference: (reference, costs.map { primitive($0.primitive) }), limit: limit)
    }
    let verification = "1 verification"
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
      row("GET /v1/user, first use of a token", \.firstUser, beside: verification, limit: 2, \.verification),
      row("GET /v1/user, later uses", \.repeatedUser, beside: verification, limit: 1, \.verification),
    ]
  }
}
