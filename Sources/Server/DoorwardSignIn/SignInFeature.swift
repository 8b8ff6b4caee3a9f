package import DoorwardHTTP
package import DoorwardOpenSSL
package import DoorwardPhotos
package import DoorwardSessions
import DoorwardStore

/// The sign-in and the user's own account: the routes of the methods, of second factors, of the account and of photos, for
/// each carrier.
package struct SignInFeature: Sendable {
  package struct Keys: Sendable {
    let challenges, codeChallenges, devices, guesses, guests, passkeys, passwords: DerivedKey
    /// Seals waiting sign-ins and enrollments.
    let secondFactors: DerivedKey
    let secondFactorSecrets: DerivedKey
    let signInLinks: DerivedKey

    package init(deriving key: (KeyPurpose) throws -> DerivedKey) throws {
      challenges = try key(.challenges)
      codeChallenges = try key(.codeChallenges)
      devices = try key(.devices)
      guesses = try key(.guesses)
      guests = try key(.guests)
      passkeys = try key(.passkeys)
      passwords = try key(.passwords)
      secondFactors = try key(.secondFactors)
      secondFactorSecrets = try key(.secondFactorSecrets)
      signInLinks = try key(.signInLinks)
    }
  }

  package struct Dependencies: Sendable {
    let shared: SharedServices
    let keys: Keys
    let settings: MethodSettings
    let library: OpenSSLContext
    let notices: SecurityNotices
    let photoWorker: PhotoWorker

    package init(
      shared: SharedServices, keys: Keys, settings: MethodSettings, library: OpenSSLContext,
      notices: SecurityNotices,
      photoWorker: PhotoWorker
    ) {
      self.shared = shared
      self.keys = keys
      self.settings = settings
      self.library = library
      self.notices = notices
      self.photoWorker = photoWorker
    }
  }

  package let parts: SignInParts
  package let answers: SessionAnswer
  package let rechecks: SessionRechecks
  package let devices: DeviceTokens
  package let photos: UserPhotos
  package let links: SignInLinks
  package let resets: ResetMessages
  private let shared: SharedServices
  private let notices: SecurityNotices
  private let methods: SignInMethods
  private let guesses: GuessLimits
  private let factorSecrets: SecondFactorSecrets
  private let factorKey: DerivedKey

  /// - Throws: the errors of the methods.
  package init(_ dependencies: Dependencies) throws {
    let (shared, keys) = (dependencies.shared, dependencies.keys)
    self.shared = shared
    notices = dependencies.notices
    guesses = GuessLimits(
      store: shared.store, clock: shared.clock, key: keys.guesses,
      settings: shared.rateLimits.guesses)
    parts = try SignInParts(
      shared, keys: keys, settings: dependencies.settings, library: dependencies.library, guesses: guesses,
      notices: notices)
    methods = try SignInMethods(parts)
    rechecks = SessionRechecks(
      methods.rechecks, lifetimes: shared.lifetimes, store: shared.store, clock: shared.clock)
    photos = UserPhotos(
      store: shared.store, clock: shared.clock, random: shared.random, worker: dependencies.photoWorker)
    answers = SessionAnswer(
      clock: shared.clock, lifetimes: shared.lifetimes, tokens: shared.tokens, secrets: shared.secrets,
      photos: PhotoAddresses(origin: "\(shared.origin)"))
    links = SignInLinks(key: keys.signInLinks, random: shared.random, page: "\(shared.origin)/")
    resets = ResetMessages(store: shared.store, codes: parts.codes, limits: shared.limits)
    devices = DeviceTokens(key: keys.devices, random: shared.random)
    factorKey = keys.secondFactors
    factorSecrets = try SecondFactorSecrets(
      key: keys.secondFactorSecrets, library: dependencies.library)
  }

  /// - Parameters:
  ///   - router: gets the routes.
  ///   - page: the carrier of the hosted page.
  package func register(in router: inout Router, page: any SessionCarrier) {
    let factors = SecondFactors(shared, parts, secrets: factorSecrets, notices: notices)
    let removal = AccountRemoval(
      store: shared.store, clock: shared.clock, lifetimes: shared.lifetimes, limits: shared.accountLimits,
      notices: notices)
    let services = SignInServices(
      clock: shared.clock,
      admission: Admission(
        store: shared.store, clock: shared.clock, random: shared.random, lifetimes: shared.lifetimes,
        limits: shared.accountLimits, guesses: guesses, secondFactors: factors.factors,
        enrollments: factors.enrollments, notices: notices),
      anonymousUsers: AnonymousAdmission(
        store: shared.store, clock: shared.clock, random: shared.random, lifetimes: shared.lifetimes,
        limits: shared.accountLimits),
      linking: IdentityLinking(
        store: shared.store, clock: shared.clock, random: shared.random, limits: shared.accountLimits,
        notices: notices),
      limits: shared.limits, security: shared.security, gate: shared.gate,
      secondFactors: SecondFactorAnswers(key: factorKey), factorCodes: factors.codes, removal: removal,
      notices: notices,
      tokens: TokenCarrier(
        gate: shared.gate, applications: shared.applications, answers: answers, devices: devices,
        methodName: SignInMethods.name),
      page: page)
    methods.register(in: &router, services)
    SignInLinkRoute(carrier: page, links: links, services: services).register(in: &router)
    registerSecondFactors(factors, services, in: &router)
    registerAccount(removal, services, in: &router)
    PasskeyDiscoveryRoutes(applications: shared.applications, origin: shared.origin).register(in: &router)
    PasswordDiscoveryRoute(origin: shared.origin).register(in: &router)
  }

  private func registerSecondFactors(
    _ factors: SecondFactors, _ services: SignInServices, in router: inout Router
  ) {
    let enrollment = SignInEnrollment(
      methods: factors.enrollments, random: shared.random, secrets: factorSecrets)
    let verification = SecondFactorVerification(
      store: shared.store, clock: shared.clock, factors: factors.factors, enrollment: enrollment,
      guesses: guesses,
      admission: SecondFactorAdmission(
        store: shared.store, clock: shared.clock, random: shared.random, guesses: guesses,
        lifetimes: shared.lifetimes, limits: shared.accountLimits, notices: notices,
        makeChange: { try SignInMethods.make($0, of: $1, by: $2, at: $3, in: $4) }),
      notices: notices)
    let changes = SecondFactorChanges(
      store: shared.store, clock: shared.clock, random: shared.random, secrets: factorSecrets,
      key: factorKey, notices: notices)
    let codes = CodeFactorChoice(
      store: shared.store, clock: shared.clock, random: shared.random, secrets: factorSecrets,
      notices: notices)
    for carrier in services.carriers {
      SecondFactorRoutes(
        carrier: carrier, services, verification: verification, enrollment: enrollment, changes: changes,
        codes: codes
      ).register(in: &router)
    }
  }

  private func registerAccount(
    _ removal: AccountRemoval, _ services: SignInServices, in router: inout Router
  ) {
    let export = AccountExport(
      store: shared.store, clock: shared.clock, issuer: "\(shared.origin)",
      exportedEvidence: SignInMethods.exportedEvidence, methodName: SignInMethods.name)
    let userNames = UserNameChanges(
      random: shared.random, gate: shared.gate, lifetimes: shared.lifetimes, limits: shared.accountLimits,
      requireOffer: { try $0.requireUserName() }, notices: notices)
    for carrier in services.carriers {
      AccountRoutes(
        carrier: carrier, store: shared.store, clock: shared.clock, gate: shared.gate,
        cursors: shared.cursors, limits: shared.limits, security: shared.security, removal: removal,
        export: export, userNames: userNames
      ).register(in: &router)
      PhotoRoutes(carrier: carrier, photos: photos, limits: shared.limits).register(in: &router)
    }
    PhotoFileRoute(photos: photos).register(in: &router)
    CurrentUserRoute(gate: shared.gate, photos: answers.photos).register(in: &router)
  }
}
