/// A NEAR network, by the `chain_id` its nodes answer. The set is open: anyone may run another.
///
/// Account ids say nothing of their network, so an identity is a network and an account together.
public struct NEARNetwork: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The `chain_id`.
  public let rawValue: String

  /// Names a network by its `chain_id`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The network whose tokens are worth something.
  public static let mainnet = NEARNetwork(rawValue: "mainnet")
  /// The public network for tests.
  public static let testnet = NEARNetwork(rawValue: "testnet")

  public var description: String { rawValue }

  /// The hash of the first block, for the networks named here; nil for any other.
  public var genesisHash: String? {
    switch self {
    case .mainnet: "EPnLgE7iEq9s7yTkos96M3cWymH5avBAPm3qx3NXqR8H"
    case .testnet: "FWJ9kR6KFWoyMoNjpLXXGHeuiy7tEY6GmoFeCA5yuc6b"
    default: nil
    }
  }
}
