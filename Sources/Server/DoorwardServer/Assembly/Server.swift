import DoorwardCurl
package import DoorwardDelivery
package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
package import DoorwardPhotos
package import DoorwardSessions
import DoorwardSignIn
import DoorwardSockets
package import DoorwardStore
import Encodings
import NEAR

/// A running server: the account origin, the wallet origin, and their store.
package final class Server: Sendable {
  /// The account origin that browsers use.
  package let accountURL: WebOrigin
  /// The wallet origin that browsers use; nil if it has no public host.
  package let walletURL: WebOrigin?

  /// The bound address of the account listener.
  package let accountAddress: SocketAddress
  /// The bound address of the wallet listener.
  package let walletAddress: SocketAddress

  private let assembly: ServerAssembly
  private let transports: [any HTTPTransport]
  /// The tasks that run until the server stops.
  private let upkeep: [Task<Void, Never>]

  /// The timeout for open requests when the server stops.
  package static let drainTimeout = Duration.seconds(20)

  /// The timeout for the answers to requests that arrived during a failed start.
  private static let failedStartDrainTimeout = Duration.seconds(1)

  private init(
    _ assembly: ServerAssembly, bound: (accounts: SocketAddress, wallets: SocketAddress),
    transports: [any HTTPTransport], upkeep: [Task<Void, Never>]
  ) {
    self.assembly = assembly
    self.transports = transports
    self.upkeep = upkeep
    accountAddress = bound.accounts
    walletAddress = bound.wallets
    accountURL = assembly.origin
    walletURL = assembly.walletOrigin
  }

  /// Opens the store, makes missing parts (database, master key, signing keys) and starts to listen.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - logger: the log.
  ///   - clock: the clock.
  ///   - photos: decodes photos.
  ///   - senders: the senders of messages to users; nil for the configured ones.
  /// - Returns: the running server.
  /// - Throws: ``StoreError``, ``MasterKeyError``, ``ConfigurationError``, `TemplateError`, or `HTTPError` if the server
  ///   cannot listen on an address. Each error tells the operator the remedy.
  package static func start(
    _ configuration: ServerConfiguration, logger: Logger, clock: WallClock = .system, photos: PhotoWorker,
    senders: [DeliveryChannel: any MessageSender]? = nil
  ) async throws -> Server {
    let installation = try await Installation.open(configuration, clock: clock)
    let directory = PathInspection(configuration.dataDirectory)
    if directory.isShared {
      logger.log(
        .warning, "other users may enter the data directory",
        ["directory": .string(directory.path), "remedy": .string(directory.closing("700"))])
    }
    do {
      let server = try await start(installation, configuration, logger, clock, photos, senders)
      // The server is ready before the first decoder has started.
      Task { await Self.report(photos, to: logger) }
      return server
    } catch {
      await installation.store.close()
      throw error
    }
  }

  private static func report(_ photos: PhotoWorker, to logger: Logger) async {
    guard let problem = await photos.problem() else { return }
    logger.log(.warning, "photos cannot be processed", LoggedError.members(of: problem))
  }

  private static func start(
    _ installation: Installation, _ configuration: ServerConfiguration, _ logger: Logger, _ clock: WallClock,
    _ photos: PhotoWorker, _ senders: [DeliveryChannel: any MessageSender]?
  ) async throws -> Server {
    // The origins contain the ports, and port 0 gets its number only when it is bound. Both listeners therefore start
    // first, and requests wait for the services.
    let accountService = PendingService()
    let walletService = PendingService()
    var accountSettings = transportSettings(configuration, configuration.listen)
    accountSettings.largeBodies = LargeBodySettings(maximumBytes: UserPhotos.uploadLimit) {
      PhotoRoutes.hasLargeBody($0)
    }
    accountSettings.largeBodies?.clientAddress = ClientAddressPolicy(
      trustedProxies: configuration.trustedProxies)
    let accounts = SocketTransport(accountSettings)
    let bound = try accounts.start(accountService)
    var started: [any HTTPTransport] = [accounts]
    do {
      if let address = configuration.otherListen(at: bound) {
        var settings = accountSettings
        settings.listen = address
        if let other = try startIfPossible(settings, accountService) { started.append(other) }
      }
      let wallets = try startWallets(configuration, beside: bound, walletService)
      started.append(wallets.transport)
      let origin = configuration.accountOrigin(at: bound)
      let applications = try await LiveApplications(
        configuration, origin: origin, store: installation.store, clock: clock,
        signingKeys: installation.signingKeys, logger: logger)
      let assembly = try ServerAssembly(
        installation, configuration, logger, clock, applications: applications.directory, origin: origin,
        walletOrigin: walletOrigin(of: wallets.address, besides: origin, configuration),
        photos: photos, senders: senders)
      assembly.delivery.start()
      walletService.resolve(assembly.walletService())
      accountService.resolve(assembly.accountService())
      logger.log(
        .notice, "server started",
        [
          "version": .string(DoorwardVersion.current), "account_url": .string("\(assembly.origin)"),
          "wallet_url": .text(assembly.walletOrigin.map { "\($0)" }), "listen": .string("\(bound)"),
          "wallet_listen": .string("\(wallets.address)"), "development": .bool(configuration.isDevelopment),
        ])
      return Server(
        assembly, bound: (bound, wallets.address), transports: started,
        upkeep: [
          try Housekeeping(
            store: assembly.store, clock: clock, logger: logger,
            anonymousUserLifetime: configuration.lifetimes.anonymousUser
          ).start(), applications.start(),
          OperatorEventLog(store: assembly.store, security: SecurityLog(logger: logger)).start(),
        ])
    } catch {
      for service in [accountService, walletService] { service.fail() }
      for transport in started { await transport.drain(timeout: failedStartDrainTimeout) }
      throw error
    }
  }

  /// Starts a listener if the machine has its address.
  private static func startIfPossible(
    _ settings: SocketTransportConfiguration, _ service: PendingService
  ) throws -> (any HTTPTransport)? {
    let transport = SocketTransport(settings)
    do {
      _ = try transport.start(service)
      return transport
    } catch let error as HTTPError where error.code == .cannotListen {
      return nil
    }
  }

  /// Starts the wallet listener on the configured address. Without one it takes a port at a fixed offset from the
  /// account listener's port, or any free port.
  private static func startWallets(
    _ configuration: ServerConfiguration, beside bound: SocketAddress, _ service: PendingService
  ) throws -> (transport: any HTTPTransport, address: SocketAddress) {
    func start(_ address: SocketAddress) throws -> (any HTTPTransport, SocketAddress) {
      let transport = SocketTransport(transportSettings(configuration, address))
      return (transport, try transport.start(service))
    }
    if let address = configuration.walletListen { return try start(address) }
    let free = SocketAddress(address: bound.address, port: 0)
    let (port, isTooHigh) = bound.port.addingReportingOverflow(ServerConfiguration.walletPortOffset)
    guard configuration.listen.port != 0, !isTooHigh else { return try start(free) }
    do {
      return try start(SocketAddress(address: bound.address, port: port))
    } catch let error as HTTPError where error.code == .addressInUse {
      return try start(free)
    }
  }

  private static func walletOrigin(
    of bound: SocketAddress, besides account: WebOrigin, _ configuration: ServerConfiguration
  ) -> WebOrigin? {
    guard configuration.hasWalletOrigin else { return nil }
    return configuration.walletURL ?? WebOrigin(http: bound, besides: account)
  }

  private static func transportSettings(
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

  /// The routes of the account origin, such as `GET /v1/user`. The OpenAPI document must describe them.
  package var accountRoutes: Set<String> {
    Set(assembly.accountRouter().routes.map { "\($0.method) \($0.pattern)" })
  }

  /// Stops accepting connections, drains requests and closes the store.
  package func drain() async {
    for task in upkeep { task.cancel() }
    await withTaskGroup { group in
      for transport in transports { group.addTask { await transport.drain(timeout: Self.drainTimeout) } }
    }
    for task in upkeep { await task.value }
    await assembly.delivery.stop()
    await assembly.store.close()
  }
}

extension WebOrigin {
  /// The `http` origin of a listener's address.
  init(http address: SocketAddress) {
    let host = address.address.family == .v6 ? "[\(address.address)]" : "\(address.address)"
    self.init(scheme: "http", host: host, port: address.port)
  }

  /// The origin of the wallet listener. It uses the loopback name that the account origin does not use, because cookies
  /// distinguish names and not ports (RFC 6265 §8.5).
  init(http address: SocketAddress, besides account: WebOrigin) {
    let isNamed = account.host == "localhost"
    self.init(
      scheme: "http", host: isNamed || !address.address.isLoopback ? "127.0.0.1" : "localhost",
      port: address.port)
  }
}
