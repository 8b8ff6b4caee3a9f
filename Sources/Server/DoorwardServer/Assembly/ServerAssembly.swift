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
/// The assembly makes each service once, gives every route its services, and makes the two HTTP services.
struct ServerAssembly: Sendable {
  let origin: WebOrigin
  let walletOrigin: WebOrigin?
  let store: any Store
  let delivery: DeliveryService

  private let configuration: ServerConfiguration
  private let clock: WallClock
  private let random: RandomSource
  private let logger: Logger
  private let forwarding: ForwardingReport
  private let applications: ApplicationDirectory
  private let signingKeys: SigningKeys
  private let methods: SignInMethods
  private let security: SecurityLog
  private let limits: RequestLimits
  private let secrets: SessionSecrets
  private let tokens: TokenIssuer
  private let verifier: TokenVerifier
  private let gate: CallerGate
  private let rechecks: SessionRechecks
  private let answers: SessionAnswer
  private let photos: UserPhotos
  private let photoAddresses: PhotoAddresses
  private let secondFactors: SecondFactorAnswers
  private let factorSecrets: SecondFactorSecrets
  /// Seals waiting sign-ins and enrollments.
  private let factorKey: DerivedKey
  private let guesses: GuessLimits
  private let notices: SecurityNotices
  private let noticeLinks: NoticeLinks
  private let devices: DeviceTokens
  private let userCodeKey: DerivedKey
  private let backendRepetitions: BackendRepetitions
  private let cursors: ListCursorSeal
  private let passwords: Passwords
  private let passkeys: PasskeyCeremonies
  /// Seals the tickets of hosted pages.
  private let ticketKey: DerivedKey

  /// - Parameters:
  ///   - installation: the store and the keys.
  ///   - configuration: the configuration.
  ///   - logger: the log.
  ///   - clock: the clock.
  ///   - applications: the applications.
  ///   - origin: the account origin.
  ///   - walletOrigin: the origin of wallet code; nil if the server has none.
  ///   - photos: decodes photos.
  ///   - senders: the senders of messages; nil for the configured ones.
  /// - Throws: ``MasterKeyError``, ``ConfigurationError``, `TemplateError`.
  init(
    _ installation: Installation, _ configuration: ServerConfiguration, _ logger: Logger, _ clock: WallClock,
    applications: ApplicationDirectory, origin: WebOrigin, walletOrigin: WebOrigin?,
    photos: PhotoWorker, senders: [DeliveryChannel: any MessageSender]? = nil
  ) throws {
    let random = RandomSource.system.buffered()
    let key = installation.key(for:)
    let store = installation.store
    let tokens = TokenIssuer(
      issuer: "\(origin)", keys: installation.signingKeys, random: random,
      lifetime: configuration.lifetimes.accessToken)
    let guesses = GuessLimits(
      store: store, clock: clock, key: try key("guesses"), settings: configuration.rateLimits.guesses)
    let limits = RequestLimits(
      limiter: RateLimiter(
        exemptsLoopback: configuration.isDevelopment,
        shared: try store.sharedLimits.map { SharedCounts($0, key: try key(SharedCounts.purpose)) }),
      settings: configuration.rateLimits,
      limits: configuration.limits)
    let delivery = try DeliveryAssembly(
      installation, configuration, logger, clock, random, applications: applications, origin: origin,
      limits: limits, senders: senders)
    let methods = try MethodAssembly(
      installation, configuration, logger, clock, random, origin: origin, tokens: tokens, guesses: guesses,
      notices: delivery.notices)
    self.origin = origin
    self.walletOrigin = walletOrigin
    self.store = store
    self.delivery = delivery.service
    self.configuration = configuration
    self.clock = clock
    self.random = random
    self.logger = logger
    forwarding = ForwardingReport(logger: logger)
    self.applications = applications
    self.methods = methods.methods
    self.tokens = tokens
    signingKeys = installation.signingKeys
    security = SecurityLog(logger: logger)
    self.limits = limits
    secrets = SessionSecrets(key: try key("sessions"))
    verifier = TokenVerifier(
      issuer: "\(origin)", keys: installation.signingKeys, applications: applications, clock: clock)
    gate = CallerGate(
      store: store, clock: clock, tokens: verifier, applications: applications,
      lifetimes: configuration.lifetimes)
    rechecks = SessionRechecks(
      methods.methods.rechecks, lifetimes: configuration.lifetimes, store: store, clock: clock)
    self.photos = UserPhotos(store: store, clock: clock, random: random, worker: photos)
    photoAddresses = PhotoAddresses(origin: "\(origin)")
    answers = SessionAnswer(
      clock: clock, lifetimes: configuration.lifetimes, tokens: tokens, secrets: secrets,
      photos: photoAddresses)
    factorKey = try key("second-factors")
    secondFactors = SecondFactorAnswers(key: factorKey)
    factorSecrets = try SecondFactorSecrets(
      key: key("second-factor-secrets"), library: installation.library)
    self.guesses = guesses
    notices = delivery.notices
    noticeLinks = delivery.noticeLinks
    devices = DeviceTokens(key: try key("devices"), random: random)
    userCodeKey = try key("user-codes")
    backendRepetitions = BackendRepetitions(key: try key("backend-repetitions"))
    cursors = ListCursorSeal(key: try key("list-cursors"))
    passwords = methods.passwords
    passkeys = methods.passkeys
    ticketKey = try key("tickets")
  }

  // MARK: Routes

  /// Every route of the account origin.
  func accountRouter() -> Router {
    var router = Router()
    let tickets = AuthorizationTickets(key: ticketKey, applications: applications, clock: clock)
    let page = pageServices(tickets)
    let tokenCarrier = TokenCarrier(
      gate: gate, applications: applications, answers: answers, devices: devices,
      methodName: SignInMethods.name)
    addSignIn(tokenCarrier, page.carrier, to: &router)
    addProvider(page, tickets, to: &router)
    OpenAPIRoute().register(in: &router)
    accountPage.register(.device, at: WirePath.device, in: &router)
    SecureRoutes(
      page: accountPage, carrier: page.carrier, clock: clock, links: noticeLinks,
      securing: AccountSecuring(store: store, clock: clock, notices: notices),
      limits: limits, security: security
    ).register(in: &router)
    AppearanceRoutes(applications: applications).register(in: &router)
    accountPage.register(in: &router)
    return router
  }

  private func addSignIn(_ apps: TokenCarrier, _ page: CookieCarrier, to router: inout Router) {
    let sentCodes = SentCodeFactor(notices.messenger)
    let factors: [any SecondFactor] = [
      PasskeyFactor(ceremonies: passkeys, random: random), AuthenticatorFactor(secrets: factorSecrets),
      RecoveryCodeFactor(secrets: factorSecrets), sentCodes,
    ]
    let enrollments: [any SecondFactorEnrollment] = [
      AuthenticatorSignInEnrollment(store: store, random: random, clock: clock, secrets: factorSecrets),
      PasskeyEnrollment(
        ceremonies: passkeys, store: store, clock: clock, random: random, limits: configuration.limits),
    ]
    let removal = AccountRemoval(
      store: store, clock: clock, lifetimes: configuration.lifetimes, limits: configuration.limits,
      notices: notices)
    let services = SignInServices(
      clock: clock,
      admission: Admission(
        store: store, clock: clock, random: random, lifetimes: configuration.lifetimes,
        limits: configuration.limits, guesses: guesses, secondFactors: factors, enrollments: enrollments,
        notices: notices),
      limits: limits, security: security, gate: gate, secondFactors: secondFactors,
      factorCodes: SecondFactorCodes(
        store: store, clock: clock, random: random, notices: notices, factor: sentCodes,
        page: CodePage(origin: origin), pause: TimeInterval(configuration.rateLimits.codePause)),
      removal: removal, notices: notices, tokens: apps, page: page)
    methods.register(in: &router, services)
    addSecondFactors(factors, enrollments, services, to: &router)
    let export = AccountExport(
      store: store, clock: clock, issuer: "\(origin)", exportedEvidence: SignInMethods.exportedEvidence,
      methodName: SignInMethods.name)
    let userNames = UserNameChanges(
      random: random, gate: gate, lifetimes: configuration.lifetimes, limits: configuration.limits,
      requireOffer: { try $0.requireUserName() }, notices: notices)
    for carrier in [apps, page] as [any SessionCarrier] {
      AccountRoutes(
        carrier: carrier, store: store, clock: clock, gate: gate, cursors: cursors, limits: limits,
        security: security, removal: removal, export: export, userNames: userNames
      ).register(in: &router)
      PhotoRoutes(carrier: carrier, photos: photos, limits: limits).register(in: &router)
    }
    PhotoFileRoute(photos: photos).register(in: &router)
    CurrentUserRoute(gate: gate, photos: photoAddresses).register(in: &router)
  }

  private func addSecondFactors(
    _ factors: [any SecondFactor], _ enrollments: [any SecondFactorEnrollment], _ services: SignInServices,
    to router: inout Router
  ) {
    let enrollment = SignInEnrollment(methods: enrollments, random: random, secrets: factorSecrets)
    let verification = SecondFactorVerification(
      store: store, clock: clock, factors: factors, enrollment: enrollment, guesses: guesses,
      admission: SecondFactorAdmission(
        store: store, clock: clock, random: random, guesses: guesses, lifetimes: configuration.lifetimes,
        limits: configuration.limits, notices: notices,
        makeChange: { try SignInMethods.make($0, of: $1, at: $2, in: $3) }),
      notices: notices)
    let changes = SecondFactorChanges(
      store: store, clock: clock, random: random, secrets: factorSecrets, key: factorKey, notices: notices)
    let codes = CodeFactorChoice(
      store: store, clock: clock, random: random, secrets: factorSecrets, notices: notices)
    for carrier in services.carriers {
      SecondFactorRoutes(
        carrier: carrier, services, verification: verification, enrollment: enrollment, changes: changes,
        codes: codes
      ).register(in: &router)
    }
  }

  private func addProvider(
    _ page: PageServices, _ tickets: AuthorizationTickets, to router: inout Router
  ) {
    let opening = ClientSessionOpening(
      sessions: SessionAdmission(lifetimes: configuration.lifetimes, limits: configuration.limits),
      unrefreshedLifetime: configuration.lifetimes.accessToken)
    let codes = CodeExchange(store: store, clock: clock, random: random, opening: opening)
    let devices = DeviceExchange(
      store: store, clock: clock, random: random, userCodes: userCodeKey, opening: opening,
      limits: configuration.limits, notices: notices)
    let clients = ClientAuthentication(applications: applications, limits: limits)
    let grants = tokenGrants(codes, devices)
    DiscoveryRoutes(
      store: store, signingKeys: signingKeys, applications: applications,
      metadata: ProviderMetadata(origin: origin, grants: grants.map { type(of: $0).name }), photos: photos,
      logger: logger
    ).register(in: &router)
    PasskeyDiscoveryRoutes(applications: applications, origin: origin).register(in: &router)
    PasswordDiscoveryRoute(origin: origin).register(in: &router)
    TokenRoutes(
      grants: grants, clients: clients, applications: applications, store: store, clock: clock,
      secrets: secrets,
      verifier: verifier, limits: limits, security: security
    ).register(in: &router)
    UserinfoRoute(gate: gate, photos: photoAddresses).register(in: &router)
    DeviceAuthorizationRoute(clients: clients, devices: devices, origin: origin).register(in: &router)
    addBackends(to: &router)
    AuthorizeRoutes(
      page: accountPage, applications: applications, tickets: tickets, verifier: verifier, limits: limits,
      clock: clock, random: random
    ).register(in: &router)
    PageStateRoute(
      gate: page.gate, states: page.states, cookies: page.cookies, applications: applications, random: random
    ).register(in: &router)
    PageAuthorizationRoutes(
      gate: page.gate, cookies: page.cookies, states: page.states, tickets: tickets, codes: codes,
      applications: applications, limits: limits, security: security, clock: clock, random: random,
      issuer: "\(origin)"
    ).register(in: &router)
    EndSessionRoutes(
      page: accountPage, gate: page.gate, cookies: page.cookies, states: page.states, key: ticketKey,
      verifier: verifier, applications: applications, store: store, clock: clock, limits: limits,
      security: security
    ).register(in: &router)
    PageApplicationRoutes(
      gate: page.gate, applications: applications, store: store, clock: clock, limits: limits,
      security: security
    ).register(in: &router)
    PageDeviceRoutes(
      gate: page.gate, states: page.states, key: ticketKey, devices: devices, applications: applications,
      limits: limits, security: security
    ).register(in: &router)
  }

  /// The grants of the token endpoint. A new grant needs its own file and a line here.
  private func tokenGrants(_ codes: CodeExchange, _ devices: DeviceExchange) -> [any TokenGrant] {
    let answers = ClientSessionAnswer(answers: answers, tokens: tokens, clock: clock)
    return [
      AuthorizationCodeGrant(codes: codes, answers: answers),
      RefreshGrant(
        store: store, secrets: secrets,
        refresh: SessionRefresh(
          store: store, clock: clock, secrets: secrets, rechecks: rechecks,
          areOffered: { SignInMethods.areOffered($0, by: $1) }),
        answers: self.answers),
      DeviceCodeGrant(devices: devices, answers: answers),
    ]
  }

  private func addBackends(to router: inout Router) {
    let keys = APIKeyGate(store: store, limits: limits, security: security)
    IntrospectionRoute(keys: keys, gate: self.gate, secrets: secrets, verifier: verifier, issuer: "\(origin)")
      .register(in: &router)
    let gate = BackendGate(keys: keys, applications: applications, photos: photoAddresses)
    let invitations = Invitations(
      store: store, clock: clock, random: random, messenger: notices.messenger, page: notices.page)
    BackendUserListRoute(gate: gate, store: store, clock: clock, cursors: cursors).register(in: &router)
    BackendUserCreationRoute(
      gate: gate, store: store, clock: clock, random: random, passwords: passwords,
      invitations: invitations, repetitions: backendRepetitions, limits: limits, security: security
    ).register(in: &router)
    BackendUserRoutes(
      gate: gate, store: store, clock: clock,
      deletion: UserDeletion(store: store, clock: clock, notices: notices), security: security
    ).register(in: &router)
    BackendSecondFactorRoute(
      gate: gate, reset: SecondFactorReset(store: store, clock: clock, notices: notices), security: security
    ).register(in: &router)
    BackendBanRoutes(gate: gate, store: store, clock: clock, security: security).register(in: &router)
    BackendSessionRoutes(gate: gate, store: store, clock: clock, cursors: cursors, security: security)
      .register(in: &router)
    InvitationRoutes(
      gate: gate, store: store, cursors: cursors, invitations: invitations, repetitions: backendRepetitions,
      limits: limits, security: security
    ).register(in: &router)
  }

  // MARK: Pages

  private struct PageServices {
    let cookies: SessionCookies
    let gate: PageGate
    let states: PageStates
    let carrier: CookieCarrier
  }

  private func pageServices(_ tickets: AuthorizationTickets) -> PageServices {
    let cookies = SessionCookies(isSecure: origin.scheme == "https")
    let gate = PageGate(
      cookies: cookies, secrets: secrets, gate: gate, rechecks: rechecks,
      use: SessionUse(store: store, clock: clock, logger: logger))
    let states = PageStates(
      store: store,
      configuration: PageConfiguration(
        origins: PageOrigins(account: origin, wallet: walletOrigin), applications: applications,
        limits: configuration.limits, photos: photos),
      photos: photoAddresses)
    return PageServices(
      cookies: cookies, gate: gate, states: states,
      carrier: CookieCarrier(
        gate: gate, cookies: cookies, secrets: secrets, applications: applications, tickets: tickets,
        states: states, devices: devices, clock: clock, random: random))
  }

  private var accountPage: AccountPage {
    let applications = applications
    return AccountPage(
      origin: origin, walletOrigin: walletOrigin, application: { applications.standard })
  }

  // MARK: Services

  /// The service of the account origin.
  func accountService() -> HTTPService {
    service(
      accountRouter(),
      checks: [
        TargetOrigin(origin: origin), AccountOrigin(origin: origin), ForeignForms(applications: applications),
        BodyLimit(bytes: 64 * 1024, except: PhotoRoutes.hasLargeBody),
      ],
      errorSteps: [
        StoreFailures(logger: logger), MissingPages(RefusalPage(accountPage)),
        PageFailures(page: RefusalPage(accountPage)),
      ],
      responseSteps: [CrossOrigin(applications: applications)])
  }

  /// The service of the wallet origin. It has one page and its scripts, and no route of the account.
  func walletService() -> HTTPService {
    var router = Router()
    WalletPage(
      settings: configuration.nearConnect, accountOrigin: origin, applications: applications,
      isDevelopment: configuration.isDevelopment, random: random
    ).register(in: &router)
    router.on(.get, "/healthz") { _, _ in .json(["status": "ok"]) }
    // `frame-ancestors` decides which page may frame this one.
    return service(
      router, checks: [TargetOrigin(origin: walletOrigin), BodyLimit(bytes: 1024)],
      errorSteps: [MissingPages(sendingTo: origin), PageFailures()], frameOptions: nil)
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
        RequestLog(logger: logger, router: router),
      ],
      oauthPaths: WirePath.oauthCalls,
      clientAddress: ClientAddressPolicy(
        trustedProxies: configuration.trustedProxies, onFlaw: forwarding.add),
      // An id is not a secret, so the server also answers if `random` fails.
      traceID: { [random] in
        (try? random.bytes(TraceID.length)).map { TraceID.text(of: $0) } ?? TraceID.random()
      },
      onFailure: { [logger] error, _, call in
        logger.log(.error, "request failed", traceID: call.traceID, LoggedError.members(of: error))
      })
  }
}
