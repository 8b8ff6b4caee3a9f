#if canImport(Darwin)
  public import Foundation

  /// Keeps accounts in the app's user defaults.
  @MainActor public final class DefaultsAccountStore: NEARAccountStore {
    private let defaults: UserDefaults

    /// Makes a store over some defaults.
    public init(_ defaults: UserDefaults = .standard) { self.defaults = defaults }

    private func key(_ network: Network) -> String { "NEARConnect.account.\(network.rawValue)" }

    public func account(on network: Network) -> NEARAccount? {
      defaults.data(forKey: key(network)).flatMap { try? JSONDecoder().decode(NEARAccount.self, from: $0) }
    }

    public func keep(_ account: NEARAccount?, on network: Network) {
      if let account, let data = try? JSONEncoder().encode(account) {
        defaults.set(data, forKey: key(network))
      } else {
        defaults.removeObject(forKey: key(network))
      }
    }
  }
#endif
