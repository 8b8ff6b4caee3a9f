import DoorwardAdministration
import DoorwardBackends
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPages
import DoorwardPhotos
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parts of a running server. They are made after the origins are known.
///
/// The assembly makes the services that features share, once, and each feature with its dependencies. A feature makes its
/// other services itself, and adds its routes.
struct ServerAssembly: Sendable {
  let walletOrigin: WebOrigin?
  let delivery: DeliveryService
  let webhooks: WebhookWorker
  let logouts: LogoutWorker
  private let configuration: ServerConfiguration
  private let shared: SharedServices
  private let signIn: SignInFeature
  private let provider: ProviderFeature
  private let backends: BackendFeature
  private let pages: PagesFeature
  let administration: AdministrationFeature
  private let forwarding: ForwardingReport
  private let startedAt: Date

  var origin: WebOrigin { shared.origin }
  var store: any Store { shared.store }
  var clock: WallClock { shared.clock }
  var security: SecurityLog { shared.security }
  var refusals: RefusedActs { shared.refusals }

  /// - Parameters:
  ///   - installation: the store and the keys.
  ///   - metrics: counts what the server does.
  ///   - configuration: the configuration.
  ///   - logger: the log.
  ///   - clock: the clock.
  ///   - base: the configuration without the settings of the store.
  ///   - previous: the parts before a change of the settings; nil at the start. What they count continues.
  ///   - applications: the applications.
  ///   - origin: the account origin.
  ///   - walletOrigin: the origin of wallet code; nil if the server has none.
  ///   - dashboard: the client by which administrators sign in; nil if the administration has no origin.
  ///   - photos: decodes photos.
  ///   - senders: the senders of messages; nil for the configured ones.
  /// - Throws: ``MasterKeyError``, ``ConfigurationError``, `TemplateError`.
  init(
    _ installation: Installation, _ metrics: Metrics, _ configuration: ServerConfiguration, _ logger: Logger,
    _ clock: WallClock, base: ServerConfiguration, continuing previous: ServerAssembly? = nil,
    applications: ApplicationDirectory, origin: WebOrigin, walletOrigin: WebOrigin?,
    dashboard: DashboardClient? = nil, photos: PhotoWorker,
    senders: [DeliveryChannel: any MessageSender]? = nil
  ) throws {
    let shared = try SharedServices(
      store: installation.store, clock: clock, random: RandomSource.system.buffered(), logger: logger,
      metrics: metrics, origin: origin, isDevelopment: configuration.isDevelopment,
      lifetimes: configuration.lifetimes,
      accountLimits: configuration.limits, rateLimits: configuration.rateLimits, applications: applications,
      signingKeys: installation.signingKeys, keys: SharedServices.Keys(deriving: installation.key(for:)),
      continuing: previous?.shared)
    let delivery = try DeliveryAssembly(
      shared, configuration, messageKey: installation.key(for: .messages),
      noticeKey: installation.key(for: .noticeLinks), senders: senders)
    let notices = delivery.notices
    signIn = try SignInFeature(
      SignInFeature.Dependencies(
        shared: shared, keys: SignInFeature.Keys(deriving: installation.key(for:)),
        settings: configuration.methods, library: installation.library, notices: notices,
        photoWorker: photos))
    provider = try ProviderFeature(
      ProviderFeature.Dependencies(
        shared: shared, keys: ProviderFeature.Keys(deriving: installation.key(for:)), answers: signIn.answers,
        rechecks: signIn.rechecks, notices: notices))
    backends = try BackendFeature(
      BackendFeature.Dependencies(
        shared: shared, repetitions: installation.key(for: .backendRepetitions),
        passwords: signIn.parts.passwords, photos: signIn.answers.photos, notices: notices))
    pages = PagesFeature(
      PagesFeature.Dependencies(
        shared: shared, signIn: signIn, provider: provider, notices: notices,
        noticeLinks: delivery.noticeLinks, walletOrigin: walletOrigin))
    let secrets = WebhookSecrets(sealedWith: try installation.key(for: .webhooks), random: shared.random)
    webhooks = WebhookWorker(
      shared, secrets, allowsPrivateAddresses: configuration.webhooksAllowPrivateAddresses,
      library: installation.library)
    logouts = LogoutWorker(
      shared, allowsPrivateAddresses: configuration.webhooksAllowPrivateAddresses)
    let acts = try SettingsAssembly(
      installation, configuration, base: base, origin: origin, clock: clock, random: shared.random,
      isRunning: true)
    administration = AdministrationFeature(
      AdministrationFeature.Dependencies(
        shared: shared, key: try installation.key(for: .administration), photos: signIn.answers.photos,
        passwords: signIn.parts.passwords, notices: notices, links: signIn.links,
        resets: signIn.resets, webhooks: secrets,
        applications: acts.applications, settings: acts.settings, changes: acts.changes,
        messages: MessageTools(delivery.service.templates) { [tests = delivery.service.tests] in
          try await tests.send(to: $0, from: $1, language: $2)
        },
        health: HealthReports(clock: clock, version: DoorwardVersion.current) {
          await InstallationExamination(
            configuration, libraries: LibraryVersions.line, photos: photos, clock: clock
          ).findings(.brief)
        },
        version: DoorwardVersion.current,
        client: dashboard, preview: pages.preview))
    forwarding = previous?.forwarding ?? ForwardingReport(logger: logger)
    startedAt = previous?.startedAt ?? clock.now
    self.shared = shared
    self.configuration = configuration
    self.walletOrigin = walletOrigin
    self.delivery = delivery.service
  }

  /// Every route of the account origin.
  func accountRouter() -> Router {
    var router = Router()
    DiscoveryRoutes(
      store: store, signingKeys: shared.signingKeys, applications: shared.applications,
      metadata: ProviderMetadata(origin: origin, grants: provider.grantNames), photos: signIn.photos,
      logger: shared.logger
    ).register(in: &router)
    signIn.register(in: &router, page: pages.carrier)
    provider.register(in: &router)
    backends.register(in: &router)
    administration.register(in: &router)
    pages.register(in: &router)
    return router
  }

  // MARK: Services

  /// The service of the account origin.
  func accountService() -> HTTPService {
    service(
      accountRouter(),
      checks: [
        TargetOrigin(origin: origin), AccountOrigin(origin: origin),
        ForeignForms(applications: shared.applications),
        BodyLimit(bytes: 64 * 1024, except: PhotoRoutes.hasLargeBody),
      ],
      errorSteps: [
        StoreFailures(logger: shared.logger), MissingPages(RefusalPage(pages.page)),
        PageFailures(page: RefusalPage(pages.page)),
      ],
      responseSteps: [CrossOrigin(applications: shared.applications)])
  }

  /// The service of the wallet origin. It has one page and its scripts, and no route of the account.
  func walletService() -> HTTPService {
    var router = Router()
    WalletPage(
      settings: configuration.nearConnect, accountOrigin: origin, applications: shared.applications,
      isDevelopment: configuration.isDevelopment, random: shared.random
    ).register(in: &router)
    router.on(.get, WirePath.health, by: .anyone) { _ in .json(["status": "ok"]) }
    // `frame-ancestors` decides which page may frame this one.
    return service(
      router, checks: [TargetOrigin(origin: walletOrigin), BodyLimit(bytes: 1024)],
      errorSteps: [MissingPages(sendingTo: origin), PageFailures()], frameOptions: nil)
  }

  /// Every route of the listener for the operator.
  func administrationRouter() -> Router {
    var router = Router()
    MetricsRoute(
      metrics: shared.metrics, store: store, clock: shared.clock, signingKeys: shared.signingKeys,
      passwords: signIn.parts.passwords, channels: delivery.channels, startedAt: startedAt
    ).register(in: &router)
    router.on(.get, WirePath.health, by: .anyone) { _ in .json(["status": "ok"]) }
    administration.registerWithSessions(in: &router)
    return router
  }

  /// The service of the listener for the operator.
  func administrationService() -> HTTPService {
    let origin = administration.origin
    var checks: [any RequestCheck] = [
      TargetOrigin(origin: origin), AdministrationHost(origin: origin),
      BodyLimit(bytes: Listeners.administrationBodyLimit),
    ]
    if let origin { checks.append(AdministrationOrigin(origin: origin)) }
    return service(
      administrationRouter(), checks: checks, errorSteps: [StoreFailures(logger: shared.logger)])
  }

  private func service(
    _ router: Router, checks: [any RequestCheck], errorSteps: [any ErrorStep],
    responseSteps: [any ResponseStep] = [], frameOptions: String? = "DENY"
  ) -> HTTPService {
    let isPublic = origin.scheme == "https"
    return HTTPService(
      router: router, checks: checks, errorSteps: errorSteps,
      responseSteps: responseSteps + [
        SecurityHeaders(
          strictTransportSecurity: isPublic ? 63_072_000 : nil, frameOptions: frameOptions),
        RequestLog(logger: shared.logger, router: router), RequestMetrics(shared.metrics),
      ],
      oauthPaths: WirePath.oauthCalls,
      clientAddress: ClientAddressPolicy(
        trustedProxies: configuration.trustedProxies, onFlaw: forwarding.add),
      // An id is not a secret, so the server also answers if `random` fails.
      traceID: { [random = shared.random] in
        (try? random.bytes(TraceID.length)).map { TraceID.text(of: $0) } ?? TraceID.random()
      },
      onFailure: { [logger = shared.logger] error, request in
        logger.log(.error, "request failed", traceID: request.traceID, LoggedError.members(of: error))
      })
  }
}

/// The delivery of messages to users, and the notices about their accounts.
struct DeliveryAssembly {
  let service: DeliveryService
  let notices: SecurityNotices
  let noticeLinks: NoticeLinks

  /// - Parameters:
  ///   - shared: the services of all features. Its limits bound the notices by SMS.
  ///   - configuration: the configuration.
  ///   - messageKey: seals waiting messages.
  ///   - noticeKey: seals the tokens of links in notices.
  ///   - senders: the senders of messages; nil for the configured ones.
  /// - Throws: ``ConfigurationError``, `TemplateError`.
  init(
    _ shared: SharedServices, _ configuration: ServerConfiguration, messageKey: DerivedKey,
    noticeKey: DerivedKey, senders: [DeliveryChannel: any MessageSender]?
  ) throws {
    let service = try DeliveryService(
      configuration.delivery, isLoopbackOnly: configuration.isLoopbackOnly, store: shared.store,
      clock: shared.clock, random: shared.random, key: messageKey,
      applications: shared.applications, logger: shared.logger, metrics: shared.metrics, senders: senders)
    self.service = service
    noticeLinks = NoticeLinks(
      key: noticeKey, random: shared.random, limits: shared.accountLimits)
    notices = SecurityNotices(
      messenger: Messenger(
        outbox: service.outbox, channels: service.channels, allows: service.allows,
        hasBudget: { try await service.hasBudget(for: $0, $1) }, wake: { service.wake() }),
      page: "\(shared.origin)/", links: noticeLinks, kinds: SignInMethods.identityKinds, limits: shared.limits
    )
  }
}
