package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore

/// OAuth and OpenID Connect for clients: tokens, revocation, introspection, userinfo and the codes of devices.
///
/// The endpoints that open a page belong to the pages.
package struct ProviderFeature: Sendable {
  package struct Keys: Sendable {
    let tickets, userCodes: DerivedKey

    package init(deriving key: (KeyPurpose) throws -> DerivedKey) throws {
      tickets = try key(.tickets)
      userCodes = try key(.userCodes)
    }
  }

  package struct Dependencies: Sendable {
    let shared: SharedServices
    let keys: Keys
    let answers: SessionAnswer
    let rechecks: SessionRechecks
    let notices: SecurityNotices

    package init(
      shared: SharedServices, keys: Keys, answers: SessionAnswer, rechecks: SessionRechecks,
      notices: SecurityNotices
    ) {
      self.shared = shared
      self.keys = keys
      self.answers = answers
      self.rechecks = rechecks
      self.notices = notices
    }
  }

  package let tickets: AuthorizationTickets
  package let codes: CodeExchange
  package let devices: DeviceExchange
  private let dependencies: Dependencies
  private let grants: [any TokenGrant]

  package init(_ dependencies: Dependencies) {
    let shared = dependencies.shared
    self.dependencies = dependencies
    tickets = AuthorizationTickets(
      key: dependencies.keys.tickets, applications: shared.applications, clock: shared.clock)
    let opening = ClientSessionOpening(
      sessions: SessionAdmission(lifetimes: shared.lifetimes, limits: shared.accountLimits),
      unrefreshedLifetime: shared.lifetimes.accessToken)
    codes = CodeExchange(store: shared.store, clock: shared.clock, random: shared.random, opening: opening)
    devices = DeviceExchange(
      store: shared.store, clock: shared.clock, random: shared.random,
      userCodes: dependencies.keys.userCodes,
      opening: opening, limits: shared.accountLimits, notices: dependencies.notices)
    // A new grant needs its own file and a line here.
    let answers = ClientSessionAnswer(
      answers: dependencies.answers, tokens: shared.tokens, clock: shared.clock)
    grants = [
      AuthorizationCodeGrant(codes: codes, answers: answers),
      RefreshGrant(
        store: shared.store, secrets: shared.secrets,
        refresh: SessionRefresh(
          store: shared.store, clock: shared.clock, secrets: shared.secrets, rechecks: dependencies.rechecks,
          areOffered: { SignInMethods.areOffered($0, by: $1) }),
        answers: dependencies.answers),
      DeviceCodeGrant(devices: devices, answers: answers),
    ]
  }

  /// The `grant_type`s of the token endpoint.
  package var grantNames: [String] { grants.map { type(of: $0).name } }

  package func register(in router: inout Router) {
    let shared = dependencies.shared
    let clients = ClientAuthentication(
      applications: shared.applications, limits: shared.limits, clock: shared.clock)
    TokenRoutes(
      grants: grants, clients: clients, applications: shared.applications, store: shared.store,
      clock: shared.clock, secrets: shared.secrets, verifier: shared.verifier, limits: shared.limits,
      security: shared.security
    ).register(in: &router)
    IntrospectionRoute(
      keys: APIKeyGate(store: shared.store, limits: shared.limits, security: shared.security),
      gate: shared.gate, secrets: shared.secrets, verifier: shared.verifier, issuer: "\(shared.origin)"
    ).register(in: &router)
    UserinfoRoute(gate: shared.gate, photos: dependencies.answers.photos).register(in: &router)
    DeviceAuthorizationRoute(clients: clients, devices: devices, origin: shared.origin).register(in: &router)
  }
}
