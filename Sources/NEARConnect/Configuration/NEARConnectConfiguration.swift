public import NEAR

/// Everything a ``NEARWalletManager`` can be told. The defaults make a manager that works.
public struct NEARConnectConfiguration: Sendable {
  /// The network to begin with.
  public var network: Network = .mainnet
  /// The JavaScript library.
  public var library: NearConnectLibrary = .pinned
  /// The list of wallets.
  public var manifest: WalletManifestSource = .published
  /// What every wallet on offer must be able to do.
  public var features: Set<WalletFeature> = []
  /// Wallets that are not offered, by id.
  public var excludedWallets: Set<String> = []
  /// Where the bridge page says it is. Wallets show it to the person, so an app sets an https address of its
  /// own; nothing is ever fetched from it.
  public var bridgeURL = "https://near-connect-bridge.local/"
  /// Schemes under which the system opens this app, for wallets that return to it: see
  /// ``NEARWalletManager/handle(url:)``.
  public var returnSchemes: Set<String> = []
  /// How long a person may take over one request.
  public var operationTimeLimit: Duration = .seconds(600)
  /// How long the page may take to be ready, and to answer what asks no person.
  public var bridgeTimeLimit: Duration = .seconds(30)
  /// How long the chain is asked whether a transaction that a wallet sent has succeeded; see
  /// ``TransactionResult/isChecked``.
  public var confirmationTimeLimit: Duration = .seconds(10)
  /// The way to the network.
  public var fetch: HTTPFetch = .urlSession
  /// The chain's nodes, for each network; nil for public ones, with the network's genesis pinned.
  public var rpc: (@Sendable (Network) -> NEARRPCClient)?
  /// Whether wallets may be on this very machine, by http; for development. The ``bridgeURL`` then has to be
  /// there too: web views let no https page ask an http address.
  public var allowsLoopback = false
  /// Whether the web inspector may look into the page of the wallets and their windows; for development. In
  /// Safari's menu on Apple platforms, in the menu at the pointer on Linux.
  public var isInspectable = false
  /// Where messages for developers go. They hold no message, argument, account or signature.
  public var logger: WalletLogger = .silent

  /// Makes a configuration of defaults.
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
      onFailure: { logger.warning("Node \($0.endpoint + 1) of the chain could not answer: \($0.reason)") })
  }
}
