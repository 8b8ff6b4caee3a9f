import DoorwardHTTP
import DoorwardOutgoingHTTP
import Encodings
import NEAR

extension ServerContext {
  /// Puts the parts of a server together, once its origins are known.
  static func assemble(
    _ installation: Installation, _ configuration: ServerConfiguration, _ logger: Logger, _ clock: WallClock,
    origin: WebOrigin, walletOrigin: WebOrigin?
  ) async throws -> ServerContext {
    let random = RandomSource.system
    // The loader did so too, but for an address that is known once it is bound.
    try configuration.checkAudiences(besides: origin)
    guard let applications = ApplicationDirectory(configuration.resolvedApplications(origin: origin)) else {
      throw ConfigurationError(.missingKey, key: "applications", "lists none")
    }
    func key(_ purpose: String) throws -> DerivedKey {
      try installation.masterKey.key(for: purpose, library: installation.library)
    }
    let secrets = SessionSecrets(key: try key("sessions"))
    let seal = ChallengeSeal(key: try key("challenges"), random: random)
    let issuer = "\(origin)"
    let near = NEARSignIn(
      seal: seal, clock: clock, lifetimes: configuration.lifetimes, store: installation.store,
      // The endpoints are the operator's own choice, so one inside their network is no attack.
      chains: NEARChains(
        configuration, http: OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: true)),
        logger: logger), logger: logger)
    let opening = ClientSessionOpening(
      sessions: SessionAdmission(lifetimes: configuration.lifetimes, limits: configuration.limits),
      unrefreshedLifetime: configuration.lifetimes.accessToken)
    let verifier = TokenVerifier(
      issuer: issuer, keys: installation.signingKeys, applications: applications, clock: clock)
    return ServerContext(
      configuration: configuration, origin: origin, walletOrigin: walletOrigin, applications: applications,
      store: installation.store, clock: clock, random: random, logger: logger,
      security: SecurityLog(logger: logger),
      limiter: RateLimiter(exemptsLoopback: configuration.isDevelopment), secrets: secrets,
      signingKeys: installation.signingKeys,
      tokens: TokenIssuer(
        issuer: issuer, keys: installation.signingKeys, random: random,
        lifetime: configuration.lifetimes.accessToken),
      verifier: verifier,
      gate: CallerGate(
        store: installation.store, clock: clock, tokens: verifier, applications: applications,
        lifetimes: configuration.lifetimes),
      admission: Admission(
        store: installation.store, clock: clock, random: random, lifetimes: configuration.lifetimes,
        limits: configuration.limits),
      removal: AccountRemoval(
        store: installation.store, clock: clock, lifetimes: configuration.lifetimes,
        limits: configuration.limits),
      refresh: SessionRefresh(store: installation.store, clock: clock, secrets: secrets),
      codes: CodeExchange(store: installation.store, clock: clock, random: random, opening: opening),
      devices: DeviceExchange(
        store: installation.store, clock: clock, random: random, userCodes: try key("user-codes"),
        opening: opening, limits: configuration.limits),
      ticketKey: try key("tickets"),
      guestKey: try key("guest"), seal: seal, near: near,
      nearKeyWatch: NEARKeyWatch(near: near, store: installation.store, clock: clock),
      sessionUse: SessionUse(store: installation.store, clock: clock, logger: logger))
  }

  /// Everything the account origin answers.
  func accountRouter() -> Router {
    var router = Router()
    DiscoveryRoutes(context: self).register(in: &router)
    OpenAPIRoute().register(in: &router)
    for method in SignInMethods.all { method.init(self).register(in: &router, self) }
    TokenRoutes(context: self).register(in: &router)
    IntrospectionRoute(context: self).register(in: &router)
    SessionRoutes(context: self).register(in: &router)
    UserRoutes(context: self).register(in: &router)
    BackendUserRoutes(context: self).register(in: &router)
    let cookies = SessionCookies(isSecure: origin.scheme == "https")
    PageSessionRoutes(context: self, cookies: cookies).register(in: &router)
    AuthorizeRoutes(context: self).register(in: &router)
    PageAuthorizationRoutes(context: self, cookies: cookies).register(in: &router)
    EndSessionRoutes(context: self, cookies: cookies).register(in: &router)
    UserinfoRoute(context: self).register(in: &router)
    DeviceAuthorizationRoute(context: self).register(in: &router)
    PageDeviceRoutes(context: self, cookies: cookies).register(in: &router)
    accountPage.register(.device, at: DeviceAuthorizationRoute.pagePath, in: &router)
    accountPage.register(in: &router)
    return router
  }

  func accountService() -> HTTPService {
    service(
      accountRouter(),
      [
        PageFailures(page: RefusalPage(accountPage)), MissingPages(RefusalPage(accountPage)),
        TargetOrigin(origin: origin), AccountOrigin(origin: origin), ForeignForms(applications: applications),
        BodyLimit(bytes: 64 * 1024),
        StoreFailures(logger: logger),
      ],
      outermost: [CrossOrigin(applications: applications)])
  }

  /// Everything the wallet origin answers: one page and its scripts, and nothing of the account.
  func walletService() -> HTTPService {
    var router = Router()
    WalletPage(context: self).register(in: &router)
    router.on(.get, "/healthz") { _, _ in .json(["status": "ok"]) }
    // Which page may frame this one is `frame-ancestors`' to say.
    return service(
      router,
      [MissingPages(sendingTo: origin), TargetOrigin(origin: walletOrigin), BodyLimit(bytes: 1024)],
      frameOptions: nil)
  }

  private func service(
    _ router: Router, _ middleware: [any Middleware], outermost: [any Middleware] = [],
    frameOptions: String? = "DENY"
  ) -> HTTPService {
    let isPublic = origin.scheme == "https"
    return HTTPService(
      router: router, middleware: middleware,
      outermost: [
        RequestLog(logger: logger, router: router),
        SecurityHeaders(
          strictTransportSecurity: isPublic ? 63_072_000 : nil, frameOptions: frameOptions),
      ] + outermost,
      oauthPaths: TokenRoutes.oauthPaths,
      clientAddress: ClientAddressPolicy(trustedProxies: configuration.trustedProxies),
      onFailure: { [logger] error, _, call in
        logger.log(.error, "request failed", traceID: call.traceID, Self.logged(error))
      })
  }
}
