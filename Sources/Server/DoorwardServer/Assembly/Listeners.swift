package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardSockets
import DoorwardWire

/// The listeners of a server: those of the account origin, and that of the wallet origin.
///
/// The origins contain the ports, and port 0 gets its number only when it is bound. So the listeners bind first, and start
/// when the services are made. A client that connects in the meantime waits for its answer.
struct Listeners: Sendable {
  let accountAddress: SocketAddress
  let walletAddress: SocketAddress
  private let accounts: [SocketTransport]
  private let wallets: SocketTransport

  /// The timeout for the answers to requests that arrived during a failed start.
  private static let failedStartDrainTimeout = Duration.seconds(1)

  /// - Throws: `HTTPError` if the server cannot listen on an address.
  init(binding configuration: ServerConfiguration) async throws {
    var settings = Self.settings(configuration, configuration.listen)
    settings.largeBodies = LargeBodySettings(maximumBytes: UserPhotos.uploadLimit) {
      PhotoRoutes.hasLargeBody($0)
    }
    settings.largeBodies?.clientAddress = ClientAddressPolicy(trustedProxies: configuration.trustedProxies)
    var accounts = [SocketTransport(settings)]
    accountAddress = try accounts[0].bind()
    do {
      if let address = configuration.otherListen(at: accountAddress) {
        settings.listen = address
        if let other = try Self.bindIfPossible(settings) { accounts.append(other) }
      }
      (wallets, walletAddress) = try Self.bindWallets(configuration, beside: accountAddress)
    } catch {
      await Self.refuse(accounts)
      throw error
    }
    self.accounts = accounts
  }

  /// Starts to serve requests.
  ///
  /// - Throws: `HTTPError` if the system has no resources for a listener.
  func start(_ accountService: HTTPService, wallets walletService: HTTPService) throws {
    try wallets.start(walletService)
    for transport in accounts { try transport.start(accountService) }
  }

  /// Answers waiting requests after a failed start with 503, and stops listening.
  func refuse() async { await Self.refuse(accounts + [wallets]) }

  /// Stops accepting connections and drains requests.
  func drain(timeout: Duration) async { await Self.drain(accounts + [wallets], timeout: timeout) }

  private static func drain(_ transports: [SocketTransport], timeout: Duration) async {
    await withTaskGroup { group in
      for transport in transports { group.addTask { await transport.drain(timeout: timeout) } }
    }
  }

  private static func refuse(_ transports: [SocketTransport]) async {
    // A transport that serves requests already, or cannot, is only drained.
    for transport in transports { _ = try? transport.start(.failedStart) }
    await drain(transports, timeout: failedStartDrainTimeout)
  }

  /// Binds a listener if the machine has its address.
  private static func bindIfPossible(_ settings: SocketTransportConfiguration) throws -> SocketTransport? {
    let transport = SocketTransport(settings)
    do {
      _ = try transport.bind()
      return transport
    } catch let error as HTTPError where error.code == .cannotListen {
      return nil
    }
  }

  /// Binds the wallet listener to the configured address. Without one it takes a port at a fixed offset from the account
  /// listener's port, or any free port.
  private static func bindWallets(
    _ configuration: ServerConfiguration, beside bound: SocketAddress
  ) throws -> (SocketTransport, SocketAddress) {
    func bind(_ address: SocketAddress) throws -> (SocketTransport, SocketAddress) {
      let transport = SocketTransport(settings(configuration, address))
      return (transport, try transport.bind())
    }
    if let address = configuration.walletListen { return try bind(address) }
    let free = SocketAddress(address: bound.address, port: 0)
    let (port, isTooHigh) = bound.port.addingReportingOverflow(ServerConfiguration.walletPortOffset)
    guard configuration.listen.port != 0, !isTooHigh else { return try bind(free) }
    do {
      return try bind(SocketAddress(address: bound.address, port: port))
    } catch let error as HTTPError where error.code == .addressInUse {
      return try bind(free)
    }
  }

  private static func settings(
    _ configuration: ServerConfiguration, _ address: SocketAddress
  ) -> SocketTransportConfiguration {
    var settings = SocketTransportConfiguration(listen: address)
    settings.maximumBodyBytes = 64 * 1024
    // The connections of all users come from one address: from a proxy, or in development from this machine.
    settings.unlimitedNetworks = configuration.trustedProxies
    if configuration.isDevelopment {
      settings.unlimitedNetworks += ["127.0.0.0/8", "::1/128"].compactMap { IPNetwork($0) }
    }
    return settings
  }
}

extension HTTPService {
  /// The service that answers every request with 503 after a failed start.
  package static var failedStart: HTTPService {
    HTTPService(
      router: Router(), checks: [FailedStart()], responseSteps: [SecurityHeaders()],
      oauthPaths: WirePath.oauthCalls)
  }
}

private struct FailedStart: RequestCheck {
  func check(_ request: HTTPRequest) throws {
    throw Problem(
      status: 503, code: WireCode.startFailed, detail: "The server could not start. Try again soon.",
      fields: ["Retry-After": "5"])
  }
}
