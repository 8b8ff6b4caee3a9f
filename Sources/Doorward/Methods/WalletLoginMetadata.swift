internal import DoorwardWire
internal import Encodings

/// What kind of wallet it was; the set is open.
public struct WalletClientType: RawRepresentable, Sendable, Hashable {
  /// Its name.
  public let rawValue: String

  /// Names a kind.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// MetaMask.
  public static let metamask = WalletClientType(rawValue: "metamask")
  /// Coinbase Wallet.
  public static let coinbaseWallet = WalletClientType(rawValue: "coinbase_wallet")
  /// Rainbow.
  public static let rainbow = WalletClientType(rawValue: "rainbow")
  /// Any wallet, over WalletConnect.
  public static let walletConnect = WalletClientType(rawValue: "wallet_connect")
  /// Phantom.
  public static let phantom = WalletClientType(rawValue: "phantom")
  /// One that has no name here.
  public static let other = WalletClientType(rawValue: "other")
}

/// What is kept with a wallet that signs in.
public struct WalletLoginMetadata: Sendable, Hashable {
  /// The kind of wallet.
  public var walletClientType: WalletClientType?
  /// How it was connected, such as `wallet_connect`.
  public var connectorType: String?

  /// Makes it.
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
