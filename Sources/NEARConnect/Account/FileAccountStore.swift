public import Foundation

/// Keeps accounts in one small JSON file.
///
/// On iOS the file has no data protection, so an app that the system starts before the device's first unlock reads
/// its account. User defaults are empty at that time. An account is not a secret, see ``NEARAccountStore``.
@MainActor public final class FileAccountStore: NEARAccountStore {
  private let file: URL

  /// Opens the file, which need not exist.
  ///
  /// - Parameter file: Where; folders above it are made when something is kept.
  public init(file: URL) {
    self.file = file
  }

  /// What the file has now: another manager of the app may have written it since.
  private var accounts: [String: NEARAccount] {
    // A file that cannot be read costs the person one more press on Connect, never the app's start.
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
