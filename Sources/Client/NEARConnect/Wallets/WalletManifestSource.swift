/// The source of the list of wallets.
public enum WalletManifestSource: Sendable, Equatable {
  /// A web address. The last downloaded list is stored, for launches without a connection.
  case address(String)
  /// The bytes of a `manifest.json` in the app.
  case json([UInt8])

  /// The list that near-connect publishes.
  public static let published = WalletManifestSource.address(
    "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json")

  /// The name of the list, which separates the storage of its wallets from the storage of other lists. All
  /// bundled lists share one name, so that wallet sessions survive an update of the app.
  var name: String {
    switch self {
    case .address(let address): address
    case .json: "app"
    }
  }
}
