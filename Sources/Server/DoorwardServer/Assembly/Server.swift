import DoorwardAdministration
package import DoorwardDelivery
package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardPhotos
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import Encodings

/// A running server: the account origin, the wallet origin, and their store.
package final class Server: Sendable {
  /// The account origin that browsers use.
  package let accountURL: WebOrigin
  /// The wallet origin that browsers use; nil if it has no public host.
  package let walletURL: WebOrigin?
  /// The origin of the administration that browsers use; nil if it has none.
  package var administrationURL: WebOrigin? { assembly.administration.origin }

  /// The bound address of the account listener.
  package var accountAddress: SocketAddress { listeners.accountAddress }
  /// The bound address of the listener for the operator.
  package var administrationAddress: SocketAddress { listeners.administrationAddress }
  /// The bound address of the wallet listener.
  package var walletAddress: SocketAddress { listeners.walletAddress }

  private let live: LiveAssembly
  private let listeners: Listeners
  /// The tasks that run until the server stops.
  private let upkeep: [Task<Void, Never>]

  /// The timeout for open requests when the server stops.
  package static let drainTimeout = Duration.seconds(20)

  private var assembly: ServerAssembly { live.assembly }

  private init(_ live: LiveAssembly, _ listeners: Listeners, upkeep: [Task<Void, Never>]) {
    self.live = live
    self.listeners = listeners
    self.upkeep = upkeep
    let assembly = live.assembly
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
  ///   - access: the way to the store, such as one on which a test interferes.
  /// - Returns: the running server.
  /// - Throws: ``StoreError``, ``MasterKeyError``, ``ConfigurationError``, `TemplateError`, or `HTTPError` if the server
  ///   cannot listen on an address. Each error tells the operator the remedy.
  package static func start(
    _ configuration: ServerConfiguration, logger: Logger, clock: WallClock = .system, photos: PhotoWorker,
    senders: [DeliveryChannel: any MessageSender]? = nil,
    access: @Sendable (any Store) -> any Store = { $0 }
  ) async throws -> Server {
    let metrics = Metrics()
    let opened = try await Installation.open(configuration, clock: clock).metered(by: metrics)
    let installation = opened.with(access(opened.store))
    let directory = PathInspection(configuration.dataDirectory)
    if directory.isShared {
      logger.log(
        .warning, "other users may enter the data directory",
        ["directory": .string(directory.path), "remedy": .string(directory.closing("700"))])
    }
    do {
      let server = try await start(installation, metrics, configuration, logger, clock, photos, senders)
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
    _ installation: Installation, _ metrics: Metrics, _ base: ServerConfiguration, _ logger: Logger,
    _ clock: WallClock, _ photos: PhotoWorker, _ senders: [DeliveryChannel: any MessageSender]?
  ) async throws -> Server {
    let listeners = try await Listeners(binding: base)
    do {
      let origin = base.accountOrigin(at: listeners.accountAddress)
      let dashboard = try base.adminOrigin(
        at: listeners.administrationAddress, besides: origin
      ).map { try DashboardClient(origin: $0, random: .system) }
      let applications = try await LiveApplications(
        base, seal: SettingsSeal(key: installation.key(for: .settings)), origin: origin,
        store: installation.store, clock: clock,
        signingKeys: installation.signingKeys, logger: logger,
        dashboard: { dashboard?.application(besides: $0) })
      let walletOrigin = Self.walletOrigin(of: listeners.walletAddress, besides: origin, base)
      @Sendable func assemble(
        _ configuration: ServerConfiguration, continuing previous: ServerAssembly?
      ) throws -> ServerAssembly {
        try ServerAssembly(
          installation, metrics, configuration, logger, clock, base: base, continuing: previous,
          applications: applications.directory, origin: origin, walletOrigin: walletOrigin,
          dashboard: dashboard, photos: photos, senders: senders)
      }
      let live = LiveAssembly(try assemble(applications.configuration, continuing: nil))
      let assembly = live.assembly
      try live.start(on: listeners)
      logger.log(
        .notice, "server started",
        [
          "version": .string(DoorwardVersion.current), "account_url": .string("\(assembly.origin)"),
          "wallet_url": .text(assembly.walletOrigin.map { "\($0)" }),
          "listen": .string("\(listeners.accountAddress)"),
          "wallet_listen": .string("\(listeners.walletAddress)"),
          "admin_listen": .string("\(listeners.administrationAddress)"),
          "development": .bool(base.isDevelopment),
        ])
      return Server(
        live, listeners,
        upkeep: [
          try Housekeeping(
            store: assembly.store, clock: clock, logger: logger,
            anonymousUserLifetime: base.lifetimes.anonymousUser,
            changeLifetime: base.lifetimes.event
          ).start(),
          applications.start { live.replace(with: try assemble($0, continuing: live.assembly)) },
          EventSealing(
            store: assembly.store, clock: clock, logger: logger,
            chain: EventChain(key: try installation.key(for: .audit)), refusals: assembly.refusals,
            security: assembly.security, lifetime: base.lifetimes.event
          ).start(),
        ])
    } catch {
      await listeners.refuse()
      throw error
    }
  }

  private static func walletOrigin(
    of bound: SocketAddress, besides account: WebOrigin, _ configuration: ServerConfiguration
  ) -> WebOrigin? {
    guard configuration.hasWalletOrigin else { return nil }
    return configuration.walletURL ?? WebOrigin(http: bound, besides: account)
  }

  /// The routes of the account origin, in the order of their patterns. The OpenAPI document and `docs/routes.md` list them.
  package var accountRoutes: [RouteDeclaration] {
    assembly.accountRouter().routes.sorted {
      ($0.pattern, $0.method.rawValue) < ($1.pattern, $1.method.rawValue)
    }
  }

  /// The routes of the listener for the operator, in the order of their patterns.
  package var administrationRoutes: [RouteDeclaration] {
    assembly.administrationRouter().routes.sorted {
      ($0.pattern, $0.method.rawValue) < ($1.pattern, $1.method.rawValue)
    }
  }

  /// Makes a link by which a user becomes the first owner. The server makes a new one at each start until it has an owner.
  ///
  /// - Returns: the address of the link; nil if the server has an owner, or its administration has no origin.
  /// - Throws: ``StoreError``; the errors of the random source.
  package func firstOwnerLink() async throws -> String? {
    guard let origin = administrationURL else { return nil }
    return try await OwnerLink.makeForFirstOwner(in: assembly.store, at: assembly.clock.now)?
      .address(at: "\(origin)")
  }

  /// Stops accepting connections, drains requests and closes the store.
  package func drain() async {
    for task in upkeep { task.cancel() }
    await listeners.drain(timeout: Self.drainTimeout)
    for task in upkeep { await task.value }
    await live.stop()
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

/// The version of this build.
package enum DoorwardVersion {
  package static let current = "0.1.0"
}
