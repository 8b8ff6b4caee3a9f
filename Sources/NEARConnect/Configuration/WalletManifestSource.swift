/// Where the list of wallets comes from.
public enum WalletManifestSource: Sendable, Equatable {
  /// At an address; the last list is kept for when nobody answers.
  case address(String)
  /// In the app: the bytes of a `manifest.json`.
  case json([UInt8])

  /// The list that near-connect publishes.
  public static let published = WalletManifestSource.address(
    "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json")

  /// What tells the storage of one list's wallets from that of another's. Lists in the app are one list over its
  /// versions: a new version that knew no session any more would be a nuisance, and all of them are the app's.
  var name: String {
    switch self {
    case .address(let address): address
    case .json: "app"
    }
  }
}
