public import DoorwardTexts
public import NEAR

/// The settings of a ``NEARWalletManager``. The defaults give a working manager.
public struct NEARConnectConfiguration: Sendable {
  /// The initial network.
  public var network: Network = .mainnet
  /// The JavaScript library.
  public var library: NearConnectLibrary = .pinned
  /// The list of wallets.
  public var manifest: WalletManifestSource = .published
  /// The features that a wallet must have to be offered.
  public var features: Set<WalletFeature> = []
  /// The ids of wallets that are not offered.
  public var excludedWallets: Set<String> = []
  /// The address of the bridge page. Wallets show it to the user, so an app sets an https address of its own.
  /// Nothing is fetched from it.
  public var bridgeURL = "https://near-connect-bridge.local/"
  /// The URL schemes that open this app, for wallets that return to it; see ``NEARWalletManager/handle(url:)``.
  public var returnSchemes: Set<String> = []
  /// The time limit of a request to the user.
  public var operationTimeLimit: Duration = .seconds(600)
  /// The time limit for loading the page, for loading and starting a wallet, and for calls that do not need the
  /// user.
  public var bridgeTimeLimit: Duration = .seconds(30)
  /// The time for which the manager queries the chain for the outcome of a transaction that a wallet sent; see
  /// ``TransactionResult/isChecked``.
  public var confirmationTimeLimit: Duration = .seconds(10)
  /// Sends the manager's HTTP requests.
  public var fetch: HTTPFetch = .standard
  /// The client of the chain's nodes for each network. If nil, public nodes are used, and the genesis block of
  /// the network is pinned.
  public var rpc: (@Sendable (Network) -> NEARRPCClient)?
  /// The texts of the wallet window and of its page.
  ///
  /// By default they are in the language that the user prefers in the system. An app fixes the language by choosing
  /// one, and replaces single texts with their keys:
  ///
  /// ```swift
  /// configuration.texts = Texts(.best(for: ["de"])).replacing(["windows.wallets.connect": "Wallet auswählen"])
  /// ```
  ///
  /// Pages of wallets and the names of wallets are in the language of the wallet.
  public var texts = Texts()
  /// Whether wallets may be loaded from loopback over http, for development. The ``bridgeURL`` must then also
  /// be on loopback, because web views block requests from an https page to an http address.
  public var allowsLoopback = false
  /// Whether the web inspector can inspect the wallet page and its windows, for development. It opens from
  /// Safari's Develop menu on Apple platforms and from the context menu on Linux.
  public var isInspectable = false
  /// The logger for developers. Its messages contain no signed message, argument, account or signature.
  public var logger: WalletLogger = .silent

  /// Creates a configuration with the defaults.
  public init() {}

  func client(_ network: Network) -> NEARRPCClient {
    if let rpc { return rpc(network) }
    let fetch = fetch
    let logger = logger
    return NEARRPCClient(
      network: network.nearNetwork, endpoints: network.publicEndpoints,
      transport: NEARRPCTransport { url, body, seconds in
        let answer = try await fetch.send(url, body, seconds, NEARRPCClient.maximumAnswerBytes)
        return (answer.status, answer.body)
      },
      onFailure: { logger.warning("Node \($0.endpoint + 1) of the chain failed: \($0.reason)") })
  }
}

extension Duration {
  /// Whole milliseconds; 0 for a negative duration.
  var milliseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds)) * 1000 + UInt64(max(0, attoseconds) / 1_000_000_000_000_000)
  }
}
