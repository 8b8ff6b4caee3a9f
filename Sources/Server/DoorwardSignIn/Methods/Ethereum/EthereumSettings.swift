import DoorwardSessions

/// The server's settings of the method: the names of chains.
struct EthereumSettings: Sendable {
  private var names: [UInt64: String] = [
    1: "Ethereum", 10: "OP Mainnet", 56: "BNB Smart Chain", 100: "Gnosis", 137: "Polygon", 8453: "Base",
    42161: "Arbitrum One", 11_155_111: "Sepolia",
  ]

  /// The names of well-known chains.
  init() {}

  /// Reads `chains`.
  init(_ configuration: inout ConfigurationReader) {
    for var chain in configuration.objects("chains") ?? [] {
      let id = chain.requiredInteger("id", in: 1...Int64.max)
      let name = chain.requiredString("name")
      chain.finish()
      if let id, let name { names[UInt64(id)] = name }
    }
  }

  func chain(_ id: UInt64) -> EthereumChain { EthereumChain(id: id, name: names[id] ?? "Chain \(id)") }
}
