package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardSockets
import DoorwardWire

/// The listeners of a server: those of the account origin, that of the wallet origin, and that of the operator.
///
/// The origins contain the ports, and port 0 gets its number only when it is bound. So the listeners bind first, and start
/// when the services are made. A client that connects in the meantime waits for its answer.
struct Listeners: Sendable {
  let accountAddress: SocketAddress
  let walletAddress: SocketAddress
  let administrationAddress: SocketAddress
  private let accounts: [SocketTransport]
  private let wallets: SocketTransport
  private let administration: SocketTransport

  /// The most bytes of a body on the listener for the operator. The settings of an application contain its logo in base64.
  static let administrationBodyLimit = 128 * 1024

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
      (wallets, walletAddress) = try Self.bind(
        configuration, configuration.walletListen,
        offset: ServerConfiguration.walletPortOffset, of: accountAddress.address)
    } catch {
      await Self.refuse(accounts)
      throw error
    }
    do {
      (administration, administrationAddress) = try Self.bind(
        configuration, configuration.adminListen,
        offset: ServerConfiguration.adminPortOffset, of: .loopback, threads: 1,
        bodyLimit: Self.administrationBodyLimit)
    } catch {
      await Self.refuse(accounts + [wallets])
      throw error
    }
    self.accounts = accounts
  }

  /// Starts to serve requests.
  ///
  /// - Throws: `HTTPError` if the system has no resources for a listener.
  func start(
    _ accountService: HTTPService, wallets walletService: HTTPService,
    administration administrationService: HTTPService
  ) throws {
    try administration.start(administrationService)
    try wallets.start(walletService)
    for transport in accounts { try transport.start(accountService) }
  }

  /// Answers waiting requests after a failed start with 503, and stops listening.
  func refuse() async { await Self.refuse(accounts + [wallets, administration]) }

  /// Stops accepting connections and drains requests.
  func drain(timeout: Duration) async {
    await Self.drain(accounts + [wallets, administration], timeout: timeout)
  }

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

  /// Binds a listener to its configured address. Without one it takes a port at a fixed offset from the port of the account
  /// listener, or any free port.
  private static func bind(
    _ configuration: ServerConfiguration, _ configured: SocketAddress?, offset: UInt16, of address: IPAddress,
    threads: Int? = nil, bodyLimit: Int? = nil
  ) throws -> (SocketTransport, SocketAddress) {
    func bind(_ address: SocketAddress) throws -> (SocketTransport, SocketAddress) {
      var settings = settings(configuration, address)
      if let threads { settings.threads = threads }
      if let bodyLimit { settings.maximumBodyBytes = bodyLimit }
      let transport = SocketTransport(settings)
      return (transport, try transport.bind())
    }
    if let configured { return try bind(configured) }
    let free = SocketAddress(address: address, port: 0)
    let (port, isTooHigh) = configuration.listen.port.addingReportingOverflow(offset)
    guard configuration.listen.port != 0, !isTooHigh else { return try bind(free) }
    do {
      return try bind(SocketAddress(address: address, port: port))
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
