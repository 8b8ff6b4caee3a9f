internal import Encodings
public import NEAR

/// The list of wallets, which near-connect calls its manifest.
public struct WalletManifest: Sendable, Hashable {
  /// The wallets in the order of the list.
  public let wallets: [NEARWallet]
  let version: String

  /// The largest list that is parsed, in bytes.
  public static let maximumLength = 4 << 20
  static let maximumWallets = 256

  /// Parses a list.
  ///
  /// Entries that are not valid wallets or that repeat an id are skipped.
  ///
  /// - Parameter json: The list in the format of near-connect's `manifest.json`.
  /// - Throws: ``NEAR/NEARError``: `manifest_unavailable` if the JSON is not a list of wallets.
  public init(json: [UInt8]) throws(NEARError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.parse(json, limits: JSONLimits(maxBytes: Self.maximumLength, maxDepth: 16))
    } catch {
      throw NEARError(code: .manifestUnavailable, reason: "The list of wallets is not JSON: \(error.reason)")
    }
    guard let entries = value["wallets"]?.array else {
      throw NEARError(code: .manifestUnavailable, reason: "The list of wallets has no member wallets.")
    }
    var ids: Set<String> = []
    wallets = entries.prefix(Self.maximumWallets).compactMap(WalletEntry.wallet).filter {
      ids.insert($0.id).inserted
    }
    version = value["version"]?.string.map { String($0.prefix(64)) } ?? "1.0.0"
  }

  init(wallets: [NEARWallet], version: String) {
    self.wallets = wallets
    self.version = version
  }

  /// The wallets for a network that have all the required features and are not excluded.
  func offering(_ features: Set<WalletFeature>, on network: Network, excluding excluded: Set<String>)
    -> WalletManifest
  {
    let excluded = Set(excluded.map(WalletAlias.canonical))
    return WalletManifest(
      wallets: wallets.filter {
        $0.works(on: network) && $0.features.isSuperset(of: features) && !excluded.contains($0.id)
      }, version: version)
  }

  /// The wallets that work in a host with these transports.
  func available(by transports: Set<WalletTransport>) -> WalletManifest {
    WalletManifest(wallets: wallets.filter { $0.isAvailable(by: transports) }, version: version)
  }

  /// The list in the format that the library expects.
  var json: JSONValue {
    ["wallets": .array(wallets.map { .object($0.entry) }), "version": .string(version)]
  }
}

/// Names of wallets that near-connect's documents use and the list does not.
enum WalletAlias {
  private static let names = [
    "my-near-wallet": "mynearwallet", "hot": "hot-wallet", "meteor": "meteor-wallet",
    "intear": "intear-wallet",
    "okx": "okx-wallet", "nightly": "nightly-wallet",
  ]

  /// The id that the list uses for a name.
  static func canonical(_ id: String) -> String { names[id] ?? id }
}

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
