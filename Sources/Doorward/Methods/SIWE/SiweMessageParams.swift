/// What a Sign-In with Ethereum message is made for (EIP-4361).
public struct SiweMessageParams: Sendable, Hashable {
  /// The app's domain, such as `my-domain.com`.
  public var appDomain: String
  /// The app's URI, such as `https://my-domain.com`.
  public var appUri: String
  /// The chain's id, such as `1`.
  public var chainId: String
  /// The account, as EIP-55 spells it.
  public var walletAddress: String

  /// Makes them.
  public init(appDomain: String, appUri: String, chainId: String, walletAddress: String) {
    self.appDomain = appDomain
    self.appUri = appUri
    self.chainId = chainId
    self.walletAddress = walletAddress
  }
}

/// What kind of wallet it was; the set is open.
public struct WalletClientType: RawRepresentable, Sendable, Hashable {
  /// Its name.
  public let rawValue: String

  /// Names a kind.
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let metamask = WalletClientType(rawValue: "metamask")
  public static let coinbaseWallet = WalletClientType(rawValue: "coinbase_wallet")
  public static let rainbow = WalletClientType(rawValue: "rainbow")
  public static let walletConnect = WalletClientType(rawValue: "wallet_connect")
  public static let phantom = WalletClientType(rawValue: "phantom")
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
}

/// How far a sign-in with Ethereum is.
public enum SiweFlowState: Sendable, Equatable {
  /// Nothing was begun.
  case initial
  /// The message is being made.
  case generatingMessage
  /// The message is made, and the wallet is to sign it.
  case awaitingSignature
  /// The signature is being checked.
  case submittingSignature
  /// It is over.
  case done
  /// It failed.
  case error
}
