internal import DoorwardWire
internal import Encodings

/// A kind of wallet. The set is open.
public struct WalletClientType: RawRepresentable, Sendable, Hashable {
  /// The name of the kind.
  public let rawValue: String

  /// Makes a kind from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// MetaMask.
  public static var metamask: WalletClientType { WalletClientType(rawValue: "metamask") }
  /// Coinbase Wallet.
  public static var coinbaseWallet: WalletClientType { WalletClientType(rawValue: "coinbase_wallet") }
  /// Rainbow.
  public static var rainbow: WalletClientType { WalletClientType(rawValue: "rainbow") }
  /// A wallet that is connected with WalletConnect.
  public static var walletConnect: WalletClientType { WalletClientType(rawValue: "wallet_connect") }
  /// Phantom.
  public static var phantom: WalletClientType { WalletClientType(rawValue: "phantom") }
  /// Another wallet.
  public static var other: WalletClientType { WalletClientType(rawValue: "other") }
}

/// Labels that the server stores with a wallet.
public struct WalletLoginMetadata: Sendable, Hashable {
  /// The kind of wallet.
  public var walletClientType: WalletClientType?
  /// The way in which the wallet was connected, such as `wallet_connect`.
  public var connectorType: String?

  /// Makes labels.
  public init(walletClientType: WalletClientType? = nil, connectorType: String? = nil) {
    self.walletClientType = walletClientType
    self.connectorType = connectorType
  }

  var json: JSONObject {
    var object: JSONObject = [:]
    if let walletClientType { object[WalletLabel.clientType] = .string(walletClientType.rawValue) }
    if let connectorType { object[WalletLabel.connectorType] = .string(connectorType) }
    return object
  }
}
