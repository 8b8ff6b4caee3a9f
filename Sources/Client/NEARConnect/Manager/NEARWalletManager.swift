internal import Encodings
public import Foundation
internal import NEAR
public import Observation

#if canImport(Combine)
  public import Combine
#endif

/// Connects an app to the NEAR wallets of its users.
///
/// The wallets run in a web page that lives as long as the manager. The manager requests that the app shows the
/// page when a wallet needs the user; see ``showWalletUI``.
///
/// ```swift
/// let wallets = NEARWalletManager()
/// let result = try await wallets.connectAndSignMessage(message: "Sign in to Example", recipient: "example.near")
/// ```
///
/// Every operation that needs the user ends in one of four ways: with a verified result, with `rejected` if the
/// user declined, with `cancelled` if the window was closed, or with another ``NEAR/NEARError`` that describes
/// the next step. ``NEAR/NEARError/isCancellation`` is true for the second and third case. If the task is
/// cancelled, the operation ends with `CancellationError`.
@MainActor @Observable public final class NEARWalletManager {
  /// The signed-in account, as the wallet reported it.
  public internal(set) var currentAccount: NEARAccount? { willSet { notifyObservers() } }
  /// Whether an operation is waiting for a wallet.
  public internal(set) var isBusy = false { willSet { notifyObservers() } }
  /// The last error as a sentence; nil after the next operation starts or succeeds.
  public var lastError: String? { willSet { notifyObservers() } }
  /// The state of the bridge to the wallets.
  public private(set) var bridgeState: BridgeState = .loading { willSet { notifyObservers() } }
  /// The offered wallets: the wallets of the list that have the required features and work on this network.
  public private(set) var wallets: [NEARWallet] = [] { willSet { notifyObservers() } }
  /// The wallets of the list that cannot work in this app, with the reason: browser extensions, hardware
  /// devices and WalletConnect.
  public private(set) var unsupportedWallets: [UnsupportedWallet] = [] { willSet { notifyObservers() } }
  /// Whether the app should show the wallet window. Bind a sheet to this property. If it becomes false while an
  /// operation waits, the user has closed the window, and the operation ends with `cancelled`.
  public var showWalletUI = false {
    willSet { notifyObservers() }
    didSet { if oldValue, !showWalletUI, !gate.isIdle { cancel() } }
  }
  /// The kinds of the waiting requests, oldest first.
  var purposes: [WalletPurpose] = [] { willSet { notifyObservers() } }
  /// Whether ``connect()`` is waiting for the choice of a wallet.
  public internal(set) var pendingConnect = false { willSet { notifyObservers() } }
  /// The network. A change cancels waiting operations, reloads the page and restores the account stored for the
  /// new network.
  public var network: Network {
    willSet { notifyObservers() }
    didSet { if network != oldValue { networkChanged() } }
  }

  /// Whether an account is signed in.
  public var isSignedIn: Bool { currentAccount != nil }
  /// Whether wallets can be called now. If not, operations wait until the page is ready.
  public var isBridgeReady: Bool { bridgeState == .ready }

  /// The settings of this manager.
  @ObservationIgnored public let configuration: NEARConnectConfiguration
  /// The host that shows the page.
  @ObservationIgnored public let host: any BridgeHost
  @ObservationIgnored let accounts: any NEARAccountStore
  @ObservationIgnored var gate = OperationGate()
  @ObservationIgnored private(set) var epoch: UInt64 = 0
  @ObservationIgnored private var clients: [Network: NEARRPCClient] = [:]
  @ObservationIgnored var registered: [NEARWallet] = []
  @ObservationIgnored var connecting: Task<Void, Never>?
  /// The running sign-outs from wallets, by id. A sign-out waits until the page is ready.
  @ObservationIgnored var signingOut: [UUID: Task<Void, any Error>] = [:]
  /// The wallets from which the user signed out while the page had failed.
  @ObservationIgnored var pendingSignOuts: [String] = []
  @ObservationIgnored private let manifests: ManifestLoader
  @ObservationIgnored private(set) lazy var bridge = WalletBridge(
    host: host, timeLimit: configuration.bridgeTimeLimit,
    prepare: { [weak self] () async throws(NEARError) in
      guard let self else { throw .cancelled }
      return try await prepare()
    })

  /// Creates a manager with a host.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - host: The host that shows the page.
  ///   - accounts: The store for accounts between launches.
  ///   - folder: The folder for the last downloaded list of wallets; nil to store no list.
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
    bridge.onUserNeeded = { [weak self] failure in
      if let failure { self?.lastError = failure.reason }
      self?.showWindow()
    }
    bridge.retryTimeLimit = { [weak self] in
      guard let self, host.presentsPage, !gate.isIdle else { return nil }
      return configuration.operationTimeLimit
    }
    bridge.load()
  }

  private func notifyObservers() {
    #if canImport(Combine)
      objectWillChange.send()
    #endif
  }

  // MARK: The bridge

  /// Loads the page again. Waiting operations end with `cancelled`.
  public func retry() { bridge.load() }

  /// Ends all waiting operations with `cancelled`, as closing the window does.
  public func cancel() {
    epoch += 1
    if showWalletUI { showWalletUI = false }
    bridge.dismiss()
  }

  /// Calls the page with a request that it answers at once, for measurements.
  package func roundTrip() async throws { _ = try await bridge.call("dismiss") }

  /// Closes every window that wallets opened.
  public func closePopups() { host.closePopups() }

  private func bridgeChanged(_ state: BridgeState) {
    // The failure of the previous page no longer applies.
    if case .failed(let error) = bridgeState, lastError == error.reason { lastError = nil }
    bridgeState = state
    switch state {
    case .loading: configuration.logger.debug("The wallet page is loading.")
    case .ready:
      configuration.logger.info("The wallet page is ready with \(wallets.count) wallets.")
      let wallets = pendingSignOuts
      pendingSignOuts = []
      for wallet in wallets { signOut(of: wallet) }
    case .failed(let error):
      configuration.logger.error("The wallet page failed: \(error)")
      lastError = error.reason
    }
  }

  private func networkChanged() {
    epoch += 1
    pendingSignOuts = []
    currentAccount = accounts.account(on: network)
    // Requests for the previous network must not continue on the new one.
    if case .failed = bridgeState { bridge.dismiss() }
    bridge.load()
  }

  /// The client of the current network. It is kept because it remembers which node answered last.
  var rpc: NEARRPCClient {
    let client = clients[network] ?? configuration.client(network)
    clients[network] = client
    return client
  }

  /// The address of the page in normalized form. Wallets include this form in signed messages.
  var bridgeURL: String { WebAddress(configuration.bridgeURL)?.normalized ?? configuration.bridgeURL }

  private func prepare() async throws(NEARError) -> WalletBridge.Start {
    let network = network
    guard let address = WebAddress(configuration.bridgeURL),
      address.scheme == "https" || (configuration.allowsLoopback && address.isWeb && address.isLoopback)
    else { throw .bridgeFailed("The bridgeURL of the configuration must be an https address.") }
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
      allowsLoopback: configuration.allowsLoopback, isInspectable: configuration.isInspectable,
      texts: configuration.texts)
    return WalletBridge.Start(
      page: page,
      arguments: [
        "library": configuration.library.json, "nonce": .string(page.nonce),
        "loadTimeLimit": .integer(configuration.bridgeTimeLimit.milliseconds),
        "options": [
          "network": .string(network.rawValue), "manifest": manifest.json, "features": [:],
          "providers": [network.rawValue: .strings(rpc.endpoints)],
        ],
      ])
  }

  /// Allows links only to the addresses that the wallet's entry lists.
  func allowLinks(of wallet: NEARWallet?) {
    host.navigation = NavigationPolicy(bridgeURL: bridgeURL, links: wallet?.opens ?? [])
  }
}

#if canImport(Combine)
  extension NEARWalletManager: ObservableObject {}
#endif
