package import DoorwardStore

/// The services that the routes of all features share. The server makes them once.
package struct SharedServices: Sendable {
  package let store: any Store
  package let clock: WallClock
  package let random: RandomSource
  package let logger: Logger
  /// The account origin, which is the issuer of tokens.
  package let origin: WebOrigin
  package let isDevelopment: Bool
  package let lifetimes: Lifetimes
  package let accountLimits: AccountLimits
  package let rateLimits: RateLimitSettings
  package let applications: ApplicationDirectory
  package let signingKeys: SigningKeys
  /// Derives the key of one purpose from the master key.
  package let key: @Sendable (_ purpose: String) throws -> DerivedKey
  package let limits: RequestLimits
  package let security: SecurityLog
  package let secrets: SessionSecrets
  package let tokens: TokenIssuer
  package let verifier: TokenVerifier
  package let gate: CallerGate
  package let cursors: ListCursorSeal

  /// - Throws: the errors of deriving a key.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, logger: Logger, origin: WebOrigin,
    isDevelopment: Bool, lifetimes: Lifetimes, accountLimits: AccountLimits, rateLimits: RateLimitSettings,
    applications: ApplicationDirectory, signingKeys: SigningKeys,
    key: @escaping @Sendable (_ purpose: String) throws -> DerivedKey
  ) throws {
    self.store = store
    self.clock = clock
    self.random = random
    self.logger = logger
    self.origin = origin
    self.isDevelopment = isDevelopment
    self.lifetimes = lifetimes
    self.accountLimits = accountLimits
    self.rateLimits = rateLimits
    self.applications = applications
    self.signingKeys = signingKeys
    self.key = key
    limits = RequestLimits(
      limiter: RateLimiter(
        exemptsLoopback: isDevelopment,
        shared: try store.sharedLimits.map { SharedCounts($0, key: try key(SharedCounts.purpose)) }),
      settings: rateLimits, limits: accountLimits)
    security = SecurityLog(logger: logger)
    secrets = SessionSecrets(key: try key("sessions"))
    tokens = TokenIssuer(
      issuer: "\(origin)", keys: signingKeys, random: random, lifetime: lifetimes.accessToken)
    verifier = TokenVerifier(
      issuer: "\(origin)", keys: signingKeys, applications: applications, clock: clock)
    gate = CallerGate(
      store: store, clock: clock, tokens: verifier, applications: applications, lifetimes: lifetimes)
    cursors = ListCursorSeal(key: try key("list-cursors"))
  }
}
