/// Where the accounts are kept between launches, one for each network: the account id, the public key, the
/// wallet's id and the network, and nothing else. None of it is a secret.
@MainActor public protocol NEARAccountStore: Sendable {
  /// The account kept for a network; nil for none, and for what cannot be read.
  func account(on network: Network) -> NEARAccount?
  /// Keeps an account for a network in place of the one before; nil forgets it.
  func keep(_ account: NEARAccount?, on network: Network)
}

/// Keeps accounts for as long as it lives; for tests and previews.
@MainActor public final class InMemoryAccountStore: NEARAccountStore {
  private var accounts: [Network: NEARAccount]

  /// Makes a store that holds these accounts.
  public init(_ accounts: [Network: NEARAccount] = [:]) { self.accounts = accounts }

  public func account(on network: Network) -> NEARAccount? { accounts[network] }

  public func keep(_ account: NEARAccount?, on network: Network) { accounts[network] = account }
}
