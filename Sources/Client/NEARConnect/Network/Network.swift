public import NEAR

/// A NEAR network that wallets support.
public enum Network: String, Sendable, Hashable, CaseIterable, Codable {
  /// The production network.
  case mainnet
  /// The public network for tests.
  case testnet

  /// The network as the NEAR library names it.
  public var nearNetwork: NEARNetwork { NEARNetwork(rawValue: rawValue) }

  /// Public nodes, used if the app names no nodes.
  public var publicEndpoints: [String] {
    switch self {
    case .mainnet: ["https://rpc.mainnet.near.org", "https://free.rpc.fastnear.com"]
    case .testnet: ["https://rpc.testnet.near.org", "https://test.rpc.fastnear.com"]
    }
  }
}
