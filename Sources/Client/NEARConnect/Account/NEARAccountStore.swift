/// Stores accounts between launches, one for each network: the account id, the public key, the wallet's id and
/// the network. None of these values is a secret.
@MainActor public protocol NEARAccountStore: Sendable {
  /// Returns the account stored for a network; nil if there is none or if it cannot be read.
  func account(on network: Network) -> NEARAccount?
  /// Replaces the account stored for a network; nil removes it.
  func keep(_ account: NEARAccount?, on network: Network)
}

/// Stores accounts in memory, for tests and previews.
@MainActor public final class InMemoryAccountStore: NEARAccountStore {
  private var accounts: [Network: NEARAccount]

  /// Creates a store with these accounts.
  public init(_ accounts: [Network: NEARAccount] = [:]) { self.accounts = accounts }

  public func account(on network: Network) -> NEARAccount? { accounts[network] }

  public func keep(_ account: NEARAccount?, on network: Network) { accounts[network] = account }
}
