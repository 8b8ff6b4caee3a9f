public import Foundation

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

/// Stores accounts in one JSON file.
///
/// On iOS the file has no data protection. The system can start an app before the device's first unlock, and
/// the app then still reads its account. User defaults are empty at that time. An account is not a secret; see
/// ``NEARAccountStore``.
@MainActor public final class FileAccountStore: NEARAccountStore {
  private let file: URL

  /// Creates a store. The file does not have to exist.
  ///
  /// - Parameter file: The file. Missing parent folders are created when an account is stored.
  public init(file: URL) {
    self.file = file
  }

  /// The accounts in the file. They are read each time, because another manager of the app may have changed the
  /// file.
  private var accounts: [String: NEARAccount] {
    // If the file cannot be read, the user has to connect again; the app still starts.
    let data = try? Data(contentsOf: file)
    return data.flatMap { try? JSONDecoder().decode([String: NEARAccount].self, from: $0) } ?? [:]
  }

  public func account(on network: Network) -> NEARAccount? { accounts[network.rawValue] }

  public func keep(_ account: NEARAccount?, on network: Network) {
    var accounts = accounts
    accounts[network.rawValue] = account
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(accounts) else { return }
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try? data.write(to: file, options: [.atomic, .noFileProtection])
  }
}
