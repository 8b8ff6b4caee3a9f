internal import Encodings
public import Foundation
internal import NEAR
public import Observation

#if canImport(Combine)
  public import Combine
#endif

/// Connects an app to the NEAR wallets of the people who use it.
///
/// The wallets run in a web page that lives as long as the manager; the manager shows it when a person is
/// asked something, see ``showWalletUI``.
///
/// ```swift
/// let wallets = NEARWalletManager()
/// let result = try await wallets.connectAndSignMessage(message: "Sign in to Example", recipient: "example.near")
/// ```
///
/// Every operation that asks the user ends in one of four ways: with a result that has been checked, with
/// `rejected` when the user declined, with `cancelled` when the window was closed, or with another
/// ``NEAR/NEARError`` that says what to do. ``NEAR/NEARError/isCancellation`` is true of the second and the
/// third. Cancelling the task ends it with `CancellationError`.
@MainActor @Observable public final class NEARWalletManager {
  /// The account that is signed in, as the wallet claims.
  public internal(set) var currentAccount: NEARAccount? { willSet { announce() } }
  /// Whether a wallet is waited for.
  public internal(set) var isBusy = false { willSet { announce() } }
  /// What went wrong last, in a sentence; nil again once something else is begun or has succeeded.
  public var lastError: String? { willSet { announce() } }
  /// How far the bridge to the wallets is.
  public private(set) var bridgeState: BridgeState = .loading { willSet { announce() } }
  /// The wallets on offer: those of the list that do what the app needs on this network.
  public private(set) var wallets: [NEARWallet] = [] { willSet { announce() } }
  /// The wallets of the list that would be on offer but cannot work in this app, with the reason: extensions of
  /// browsers, devices, WalletConnect.
  public private(set) var unsupportedWallets: [UnsupportedWallet] = [] { willSet { announce() } }
  /// Whether the wallets' window should be shown. Bind a sheet to it; when it is set to false while a wallet
  /// is waited for, the person has closed the window, and what waits ends with `cancelled`.
  public var showWalletUI = false {
    willSet { announce() }
    didSet { if oldValue, !showWalletUI, !gate.isIdle { cancel() } }
  }
  /// Whether a wallet is yet to be chosen for ``connect()``.
  public internal(set) var pendingConnect = false { willSet { announce() } }
  /// The network. Setting another ends what waits, loads the page anew and brings back the account that was
  /// kept for that network.
  public var network: Network {
    willSet { announce() }
    didSet { if network != oldValue { networkChanged() } }
  }

  /// Whether an account is signed in.
  public var isSignedIn: Bool { currentAccount != nil }
  /// Whether wallets can be asked at once; until then they are asked as soon as they can be.
  public var isBridgeReady: Bool { bridgeState == .ready }

  /// What the manager was made with.
  @ObservationIgnored public let configuration: NEARConnectConfiguration
  /// What shows the page.
  @ObservationIgnored public let host: any BridgeHost
  @ObservationIgnored let accounts: any NEARAccountStore
  @ObservationIgnored var gate = OperationGate()
  @ObservationIgnored private(set) var epoch: UInt64 = 0
  @ObservationIgnored private var clients: [Network: NEARRPCClient] = [:]
  @ObservationIgnored var registered: [NEARWallet] = []
  @ObservationIgnored var connecting: Task<Void, Never>?
  /// Wallets that are being told that the user has signed out, or will be once the page is ready.
  @ObservationIgnored var signingOut: [UUID: Task<Void, any Error>] = [:]
  /// Wallets that could not be told because the page failed.
  @ObservationIgnored var signsOutWhenReady: [String] = []
  @ObservationIgnored private let manifests: ManifestLoader
  @ObservationIgnored private(set) lazy var bridge = WalletBridge(
    host: host, timeLimit: configuration.bridgeTimeLimit,
    prepare: { [weak self] () async throws(NEARError) in
      guard let self else { throw .cancelled }
      return try await prepare()
    })

  /// Makes a manager over a host.
  ///
  /// - Parameters:
  ///   - configuration: What it is told.
  ///   - host: What shows the page.
  ///   - accounts: Where accounts are kept between launches.
  ///   - folder: Where the last list of wallets is kept; nil keeps none.
  public init(
    configuration: NEARConnectConfiguration = NEARConnectConfiguration(), host: any BridgeHost,
    accounts: any NEARAccountStore, folder: URL? = nil
  ) {
    self.configuration = configuration
    self.host = host
    self.accounts = accounts
    network = configuration.network
    manifests = ManifestLoader(
      source: configuration.manifest, fetch: configuration.fetch,
      allowsLoopback: configuration.allowsLoopback, folder: folder)
    currentAccount = accounts.account(on: configuration.network)
    bridge.onStateChange = { [weak self] state in self?.bridgeChanged(state) }
    bridge.load()
  }

  private func announce() {
    #if canImport(Combine)
      objectWillChange.send()
    #endif
  }

  // MARK: The bridge

  /// Loads the page again; what waits ends with `cancelled`.
  public func retry() { bridge.load() }

  /// Ends whatever waits in a wallet with `cancelled`, as closing the window does.
  public func cancel() {
    epoch += 1
    if showWalletUI { showWalletUI = false }
    bridge.dismiss()
  }

  /// Asks the page something that takes it no time, for measurements.
  package func roundTrip() async throws { _ = try await bridge.call("dismiss") }

  /// Closes every window that wallets opened.
  public func closePopups() { host.closePopups() }

  private func bridgeChanged(_ state: BridgeState) {
    // A page that is loaded again has not failed any more.
    if case .failed(let error) = bridgeState, lastError == error.reason { lastError = nil }
    bridgeState = state
    switch state {
    case .loading: configuration.logger.debug("The wallet page is loading.")
    case .ready:
      configuration.logger.info("The wallet page is ready with \(wallets.count) wallets.")
      let wallets = signsOutWhenReady
      signsOutWhenReady = []
      for wallet in wallets { signOut(of: wallet) }
    case .failed(let error):
      configuration.logger.error("The wallet page failed: \(error)")
      lastError = error.reason
    }
  }

  private func networkChanged() {
    epoch += 1
    signsOutWhenReady = []
    currentAccount = accounts.account(on: network)
    bridge.load()
  }

  /// The nodes of the network; which of them answered last is remembered.
  var rpc: NEARRPCClient {
    let client = clients[network] ?? configuration.client(network)
    clients[network] = client
    return client
  }

  /// Where the page says it is, as a browser spells it: wallets sign that spelling along.
  var bridgeURL: String { WebAddress(configuration.bridgeURL)?.normalized ?? configuration.bridgeURL }

  private func prepare() async throws(NEARError) -> WalletBridge.Start {
    let network = network
    guard let address = WebAddress(configuration.bridgeURL),
      address.scheme == "https" || (configuration.allowsLoopback && address.isWeb && address.isLoopback)
    else { throw .bridgeFailed("The bridgeURL of the configuration has to be an https address.") }
    let listed = try await manifests.load()
    let custom = Set(registered.map(\.id))
    let all = WalletManifest(
      wallets: registered + listed.wallets.filter { !custom.contains($0.id) }, version: listed.version
    ).offering(configuration.features, on: network, excluding: configuration.excludedWallets)
    let manifest = all.available(by: host.transports)
    guard network == self.network else { throw .cancelled }
    wallets = manifest.wallets
    unsupportedWallets = all.wallets.filter { !wallets.contains($0) }.map(UnsupportedWallet.init)
    allowLinks(of: nil)
    let page = BridgePage(
      baseURL: bridgeURL, storeName: "\(configuration.manifest.name) \(network.rawValue)",
      nonce: Base64.encode((0..<18).map { _ in UInt8.random(in: 0...255) }),
      appSchemes: NavigationPolicy.appSchemes(of: manifest.wallets.flatMap(\.opens)),
      allowsLoopback: configuration.allowsLoopback, isInspectable: configuration.isInspectable)
    return WalletBridge.Start(
      page: page,
      arguments: [
        "library": configuration.library.json, "nonce": .string(page.nonce),
        "options": [
          "network": .string(network.rawValue), "manifest": manifest.json, "features": [:],
          "providers": [network.rawValue: .strings(rpc.endpoints)],
        ],
      ])
  }

  /// Lets a wallet open what its entry lists, and no other wallet.
  func allowLinks(of wallet: NEARWallet?) {
    host.navigation = NavigationPolicy(bridgeURL: bridgeURL, links: wallet?.opens ?? [])
  }
}

#if canImport(Combine)
  extension NEARWalletManager: ObservableObject {}
#endif
