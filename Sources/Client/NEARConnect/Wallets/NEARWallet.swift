internal import Encodings

/// A wallet of the list of wallets.
public struct NEARWallet: Sendable, Hashable, Identifiable {
  /// The wallet's id, such as `mynearwallet`.
  public let id: String
  /// The name to show to the user.
  public let name: String
  /// The icon: an https address or an image in a `data:` URL.
  public let icon: String
  /// A short description.
  public let about: String
  /// The address of the wallet's web site.
  public let website: String
  /// The version of the wallet's code.
  public let version: String
  /// The other platforms of the wallet: names such as `ios`, `android` or `chrome`, with an address for each.
  public let platforms: [String: String]
  /// The features of the wallet.
  public let features: Set<WalletFeature>
  /// The addresses of web sites and apps that the wallet may open.
  public let opens: [String]
  /// The transports that the wallet can use, if web pages and links to apps are not sufficient. The wallet
  /// needs one of them.
  public let transports: Set<WalletTransport>
  /// Whether several requests can wait in the wallet at the same time. A wallet that controls a device handles
  /// one request at a time.
  public var takesSeveralRequests: Bool { transports.isDisjoint(with: WalletTransport.devices) }

  /// The entry that the library receives.
  let entry: JSONObject

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.entry == rhs.entry }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }

  /// Whether the wallet works in a host with these transports.
  func isAvailable(by offered: Set<WalletTransport>) -> Bool {
    transports.isEmpty || !transports.isDisjoint(with: offered)
  }

  /// Whether the wallet works on a network. A wallet supports mainnet unless its entry excludes it. It supports
  /// testnet only if its entry lists it.
  public func works(on network: Network) -> Bool {
    switch network {
    case .mainnet: entry["features"]?["mainnet"]?.bool != false
    case .testnet: features.contains(.testnet)
    }
  }
}

/// A feature of a wallet, by its name in the list of wallets. The set of features is open.
public struct WalletFeature: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral {
  /// The name.
  public let rawValue: String

  /// Creates a feature from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(stringLiteral value: String) { rawValue = value }

  /// Signs messages (NEP-413).
  public static let signMessage: WalletFeature = "signMessage"
  /// Signs a message in the same approval as the connection.
  public static let signInAndSignMessage: WalletFeature = "signInAndSignMessage"
  /// Signs and sends one transaction.
  public static let signAndSendTransaction: WalletFeature = "signAndSendTransaction"
  /// Signs and sends several transactions.
  public static let signAndSendTransactions: WalletFeature = "signAndSendTransactions"
  /// Signs delegate actions (NEP-366).
  public static let signDelegateActions: WalletFeature = "signDelegateActions"
  /// Connects without adding a key to the account.
  public static let signInWithoutAddKey: WalletFeature = "signInWithoutAddKey"
  /// Adds a key for calls to one contract during the connection; see ``FunctionCallKey``.
  public static let signInWithFunctionCallKey: WalletFeature = "signInWithFunctionCallKey"
  /// Works on mainnet.
  public static let mainnet: WalletFeature = "mainnet"
  /// Works on testnet.
  public static let testnet: WalletFeature = "testnet"
}
