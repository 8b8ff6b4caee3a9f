public import NEAR

/// A NEAR network that wallets know.
public enum Network: String, Sendable, Hashable, CaseIterable, Codable {
  /// The network where tokens have value.
  case mainnet
  /// The public network for tests.
  case testnet

  /// The network as the NEAR library names it.
  public var nearNetwork: NEARNetwork { NEARNetwork(rawValue: rawValue) }

  /// Public nodes to ask when an app names none of its own.
  public var publicEndpoints: [String] {
    switch self {
    case .mainnet: ["https://rpc.mainnet.near.org", "https://free.rpc.fastnear.com"]
    case .testnet: ["https://rpc.testnet.near.org", "https://test.rpc.fastnear.com"]
    }
  }
}
