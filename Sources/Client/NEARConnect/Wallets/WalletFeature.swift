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
