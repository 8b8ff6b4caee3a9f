/// A NEAR network, identified by the `chain_id` of its nodes. The set of networks is open.
///
/// An account id does not contain the network, so an identity consists of a network and an account id.
public struct NEARNetwork: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The `chain_id`.
  public let rawValue: String

  /// Creates a network from its `chain_id`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The production network.
  public static let mainnet = NEARNetwork(rawValue: "mainnet")
  /// The public network for tests.
  public static let testnet = NEARNetwork(rawValue: "testnet")

  public var description: String { rawValue }

  /// The hash of the genesis block of a known network; nil for any other network.
  public var genesisHash: String? {
    switch self {
    case .mainnet: "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"
    case .testnet: "FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b"
    default: nil
    }
  }
}
