package import DoorwardHTTP
package import DoorwardProvider
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// The hosted pages, the requests of their scripts, and the endpoints that open a page for a client.
package struct PagesFeature: Sendable {
  package struct Dependencies: Sendable {
    let shared: SharedServices
    let signIn: SignInFeature
    let provider: ProviderFeature
    let notices: SecurityNotices
    let noticeLinks: NoticeLinks
    /// The origin of wallet code; nil if the server has none.
    let walletOrigin: WebOrigin?

    package init(
      shared: SharedServices, signIn: SignInFeature, provider: ProviderFeature, notices: SecurityNotices,
      noticeLinks: NoticeLinks, walletOrigin: WebOrigin?
    ) {
      self.shared = shared
      self.signIn = signIn
      self.provider = provider
      self.notices = notices
      self.noticeLinks = noticeLinks
      self.walletOrigin = walletOrigin
    }
  }

  package let page: AccountPage
  /// The sign-in page of an application for the dashboard.
  package let preview: PreviewPage
  /// The carrier of the pages' sessions.
  package let carrier: CookieCarrier
  private let dependencies: Dependencies
  private let cookies: SessionCookies
  private let gate: PageGate
  private let states: PageStates

  package init(_ dependencies: Dependencies) {
    self.dependencies = dependencies
    let (shared, signIn) = (dependencies.shared, dependencies.signIn)
    page = AccountPage(
      origin: shared.origin, walletOrigin: dependencies.walletOrigin,
      application: { [applications = shared.applications] in applications.standard })
    cookies = SessionCookies(isSecure: shared.origin.scheme == "https")
    gate = PageGate(
      cookies: cookies, secrets: shared.secrets, gate: shared.gate, rechecks: signIn.rechecks,
      use: SessionUse(store: shared.store, clock: shared.clock, logger: shared.logger))
    let configuration = PageConfiguration(
      origins: PageOrigins(account: shared.origin, wallet: dependencies.walletOrigin),
      applications: shared.applications, limits: shared.accountLimits, photos: signIn.photos)
    states = PageStates(
      store: shared.store, configuration: configuration, photos: signIn.answers.photos)
    preview = PreviewPage(applications: shared.applications, configuration: configuration)
    carrier = CookieCarrier(
      gate: gate, cookies: cookies, secrets: shared.secrets, applications: shared.applications,
      tickets: dependencies.provider.tickets, states: states, devices: signIn.devices, clock: shared.clock,
      random: shared.random)
  }

  package func register(in router: inout Router) {
    registerEndpoints(in: &router)
    registerRequests(in: &router)
    OpenAPIRoute().register(in: &router)
    page.register(.device, at: WirePath.device, in: &router)
    AppearanceRoutes(applications: dependencies.shared.applications).register(in: &router)
    page.register(in: &router)
  }

  /// The endpoints that open a page for a client or for a link, with the requests of these pages.
  private func registerEndpoints(in router: inout Router) {
    let (shared, tickets) = (dependencies.shared, dependencies.provider.tickets)
    AuthorizeRoutes(
      page: page, applications: shared.applications, tickets: tickets, verifier: shared.verifier,
      limits: shared.limits, clock: shared.clock, random: shared.random
    ).register(in: &router)
    PageAuthorizationRoutes(
      gate: gate, cookies: cookies, states: states, tickets: tickets, codes: dependencies.provider.codes,
      applications: shared.applications, limits: shared.limits, security: shared.security,
      clock: shared.clock, random: shared.random, issuer: "\(shared.origin)"
    ).register(in: &router)
    EndSessionRoutes(
      page: page, gate: gate, cookies: cookies, states: states, key: tickets.key, verifier: shared.verifier,
      applications: shared.applications, store: shared.store, clock: shared.clock, limits: shared.limits,
      security: shared.security
    ).register(in: &router)
    SecureRoutes(
      page: page, carrier: carrier, clock: shared.clock, links: dependencies.noticeLinks,
      securing: AccountSecuring(store: shared.store, clock: shared.clock, notices: dependencies.notices),
      limits: shared.limits, security: shared.security
    ).register(in: &router)
  }

  /// The other requests of the pages.
  private func registerRequests(in router: inout Router) {
    let shared = dependencies.shared
    PageStateRoute(
      gate: gate, states: states, cookies: cookies, applications: shared.applications, random: shared.random
    ).register(in: &router)
    PageApplicationRoutes(
      gate: gate, applications: shared.applications, store: shared.store, clock: shared.clock,
      limits: shared.limits, security: shared.security
    ).register(in: &router)
    PageDeviceRoutes(
      gate: gate, states: states, key: dependencies.provider.tickets.key,
      devices: dependencies.provider.devices, applications: shared.applications, limits: shared.limits,
      security: shared.security
    ).register(in: &router)
  }
}
