internal import Encodings

/// One wallet of the list of wallets, for an app that draws its own choice.
public struct NEARWallet: Sendable, Hashable, Identifiable {
  /// Its id, such as `mynearwallet`.
  public let id: String
  /// Its name, for people.
  public let name: String
  /// Its icon: an https address, or a picture in a `data:` URL.
  public let icon: String
  /// A sentence about it.
  public let about: String
  /// Its web site.
  public let website: String
  /// The version of what drives it.
  public let version: String
  /// Where else it runs: platform names such as `ios`, `android` or `chrome`, and the address for each.
  public let platforms: [String: String]
  /// What it can do.
  public let features: Set<WalletFeature>
  /// Addresses, of web sites and of apps, that it may open.
  public let opens: [String]
  /// By what it is reached, if web pages and links of apps are not enough: one of these is needed.
  public let transports: Set<WalletTransport>
  /// Whether several requests may wait in it at once. A wallet that drives a device takes one after the other.
  public var takesSeveralRequests: Bool { transports.isDisjoint(with: WalletTransport.devices) }

  /// The entry as the library is given it.
  let entry: JSONObject

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.entry == rhs.entry }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Whether it works in a host with these transports.
  func isAvailable(by offered: Set<WalletTransport>) -> Bool {
    transports.isEmpty || !transports.isDisjoint(with: offered)
  }

  /// Whether it works on a network. Every wallet is for mainnet unless it says otherwise; for testnet it has
  /// to say so.
  public func works(on network: Network) -> Bool {
    switch network {
    case .mainnet: entry["features"]?["mainnet"]?.bool != false
    case .testnet: features.contains(.testnet)
    }
  }
}
