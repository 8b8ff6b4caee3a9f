package import DoorwardStore

/// The services that the routes of all features share. The server makes them once.
package struct SharedServices: Sendable {
  package struct Keys: Sendable {
    let listCursors, rateLimits, sessions: DerivedKey

    package init(deriving key: (KeyPurpose) throws -> DerivedKey) throws {
      listCursors = try key(.listCursors)
      rateLimits = try key(.rateLimits)
      sessions = try key(.sessions)
    }
  }

  package let store: any Store
  package let clock: WallClock
  package let random: RandomSource
  package let logger: Logger
  package let metrics: Metrics
  /// The account origin, which is the issuer of tokens.
  package let origin: WebOrigin
  package let isDevelopment: Bool
  package let lifetimes: Lifetimes
  package let accountLimits: AccountLimits
  package let rateLimits: RateLimitSettings
  package let applications: ApplicationDirectory
  package let signingKeys: SigningKeys
  package let limits: RequestLimits
  package let security: SecurityLog
  /// The refusals that the security log has told and the store does not have yet.
  package let refusals: RefusedActs
  package let secrets: SessionSecrets
  package let tokens: TokenIssuer
  package let verifier: TokenVerifier
  package let gate: CallerGate
  package let cursors: ListCursorSeal

  // The counts of the limits of `previous` continue. These are the services before a change of the settings.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, logger: Logger, metrics: Metrics,
    origin: WebOrigin,
    isDevelopment: Bool, lifetimes: Lifetimes, accountLimits: AccountLimits, rateLimits: RateLimitSettings,
    applications: ApplicationDirectory, signingKeys: SigningKeys, keys: Keys,
    continuing previous: SharedServices? = nil
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.logger = logger
    self.metrics = metrics
    self.origin = origin
    self.isDevelopment = isDevelopment
    self.lifetimes = lifetimes
    self.accountLimits = accountLimits
    self.rateLimits = rateLimits
    self.applications = applications
    self.signingKeys = signingKeys
    limits = RequestLimits(
      limiter: previous?.limits.limiter
        ?? RateLimiter(
          exemptsLoopback: isDevelopment,
          shared: store.sharedLimits.map { SharedCounts($0, key: keys.rateLimits) }, metrics: metrics),
      settings: rateLimits, limits: accountLimits)
    refusals = previous?.refusals ?? RefusedActs()
    security = SecurityLog(logger: logger, metrics: metrics, clock: clock, refusals: refusals)
    secrets = SessionSecrets(key: keys.sessions)
    tokens = TokenIssuer(
      issuer: "\(origin)", keys: signingKeys, random: random, lifetime: lifetimes.accessToken)
    verifier = TokenVerifier(
      issuer: "\(origin)", keys: signingKeys, applications: applications, clock: clock)
    gate = CallerGate(
      store: store, clock: clock, tokens: verifier, applications: applications, lifetimes: lifetimes)
    cursors = ListCursorSeal(key: keys.listCursors)
  }
}
