/// Where the list of wallets comes from.
public enum WalletManifestSource: Sendable, Equatable {
  /// At an address; the last list is kept for when nobody answers.
  case address(String)
  /// In the app: the bytes of a `manifest.json`.
  case json([UInt8])

  /// The list that near-connect publishes.
  public static let published = WalletManifestSource.address(
    "https://raw.githubusercontent.com/hot-dao/near-selector/refs/heads/main/repository/manifest.json")

  /// What tells the storage of one list's wallets from that of another's: what drives a wallet is kept there
  /// by its id and version, which every list gives as it likes.
  var name: String {
    switch self {
    case .address(let address): address
    case .json: "app"
    }
  }
}
