package import DoorwardDelivery
package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardPages
import DoorwardProvider
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore

/// The administration of the server, for programs with keys and for administrators in a browser.
package struct AdministrationFeature: Sendable {
  package struct Dependencies: Sendable {
    let shared: SharedServices
    let key: DerivedKey
    let photos: PhotoAddresses
    let passwords: Passwords
    let notices: SecurityNotices
    let links: SignInLinks
    let resets: ResetMessages
    let webhooks: WebhookSecrets
    let applications: ApplicationActs
    let settings: SettingsActs
    let changes: ChangeActs
    let messages: MessageTools
    let health: HealthReports
    let version: String
    let client: DashboardClient?
    let preview: PreviewPage

    /// - Parameters:
    ///   - shared: the services of all features.
    ///   - key: the key of cookies.
    ///   - photos: the addresses of photos.
    ///   - passwords: checks and hashes the passwords of new users.
    ///   - notices: notices to users about acts on their accounts.
    ///   - links: makes links by which users sign in once.
    ///   - resets: sends codes for new passwords.
    ///   - webhooks: makes the secrets of webhooks.
    ///   - applications: the acts on applications.
    ///   - settings: the acts on the settings of the server.
    ///   - changes: the changes of all settings.
    ///   - messages: the templates of messages, and tests.
    ///   - health: examines the server.
    ///   - version: the version of the server.
    ///   - client: the client by which administrators sign in; nil if the administration has no origin.
    ///   - preview: the sign-in page of an application, which the dashboard shows in a frame.
    package init(
      shared: SharedServices, key: DerivedKey, photos: PhotoAddresses, passwords: Passwords,
      notices: SecurityNotices, links: SignInLinks, resets: ResetMessages, webhooks: WebhookSecrets,
      applications: ApplicationActs,
      settings: SettingsActs, changes: ChangeActs, messages: MessageTools, health: HealthReports,
      version: String, client: DashboardClient?,
      preview: PreviewPage
    ) {
      self.shared = shared
      self.key = key
      self.photos = photos
      self.passwords = passwords
      self.notices = notices
      self.links = links
      self.resets = resets
      self.webhooks = webhooks
      self.applications = applications
      self.settings = settings
      self.changes = changes
      self.messages = messages
      self.health = health
      self.version = version
      self.client = client
      self.preview = preview
    }
  }

  private let dependencies: Dependencies

  package init(_ dependencies: Dependencies) { self.dependencies = dependencies }

  /// The origin of the administration; nil if browsers cannot use it.
  package var origin: WebOrigin? { dependencies.client?.origin }

  /// Adds the calls for programs with keys.
  package func register(in router: inout Router) { register(in: &router, sessions: nil) }

  /// Adds the routes of the listener for the operator: the calls, also for administrators in a browser, and their sign-in.
  package func registerWithSessions(in router: inout Router) {
    guard let client = dependencies.client else { return register(in: &router, sessions: nil) }
    let shared = dependencies.shared
    let cookies = AdministrationCookies(key: dependencies.key, isSecure: client.origin.scheme == "https")
    let sessions = AdministratorSessions(
      store: shared.store, clock: shared.clock, cookies: cookies, recentSignIn: shared.lifetimes.recentSignIn)
    register(in: &router, sessions: sessions)
    let pages = AdministrationPages(origin: client.origin, accounts: shared.origin)
    pages.register(in: &router)
    dependencies.preview.register(in: &router, at: client.origin)
    AdministratorSignInRoutes(
      client: client, accounts: shared.origin, store: shared.store, clock: shared.clock,
      random: shared.random, applications: shared.applications,
      codes: CodeExchange(
        store: shared.store, clock: shared.clock, random: shared.random,
        opening: ClientSessionOpening(
          sessions: SessionAdmission(lifetimes: shared.lifetimes, limits: shared.accountLimits),
          unrefreshedLifetime: DashboardClient.sessionLifetime)),
      cookies: cookies, pages: pages, limits: shared.limits, security: shared.security
    ).register(in: &router)
    AdministratorSessionRoutes(
      sessions: sessions, store: shared.store, clock: shared.clock, cookies: cookies,
      photos: dependencies.photos,
      security: shared.security
    ).register(in: &router)
  }

  private func register(in router: inout Router, sessions: AdministratorSessions?) {
    let shared = dependencies.shared
    let (store, clock, notices) = (shared.store, shared.clock, dependencies.notices)
    let gate = AdministrationGate(
      store: store, clock: clock, limits: shared.limits, security: shared.security, sessions: sessions)
    let users = UserActs(
      store: store, clock: clock, random: shared.random, photos: dependencies.photos, notices: notices)
    let signingKeys = SigningKeyActs(store: store, clock: clock, keys: shared.signingKeys)
    let invitations = Invitations(
      store: store, clock: clock, random: shared.random, messenger: notices.messenger, page: notices.page)
    UserAdministrationRoutes(
      gate: gate, acts: users, applications: shared.applications, cursors: shared.cursors,
      passwords: dependencies.passwords,
      invitations: invitations, limits: shared.limits, security: shared.security
    ).register(in: &router)
    InvitationAdministrationRoutes(
      gate: gate, store: store, invitations: invitations, applications: shared.applications,
      cursors: shared.cursors, limits: shared.limits, security: shared.security
    ).register(in: &router)
    UserActRoutes(
      gate: gate, acts: users,
      links: SignInLinkActs(store: store, clock: clock, links: dependencies.links, notices: notices),
      limits: shared.limits,
      resets: dependencies.resets,
      export: AccountExport(
        store: store, clock: clock, issuer: "\(shared.origin)",
        exportedEvidence: SignInMethods.exportedEvidence, methodName: SignInMethods.name),
      clock: clock, applications: shared.applications,
      deletionGrace: shared.accountLimits.deletionGrace, security: shared.security
    ).register(in: &router)
    AdministratorRoutes(
      gate: gate, acts: AdministratorActs(store: store, clock: clock), security: shared.security
    ).register(in: &router)
    KeyAdministrationRoutes(
      gate: gate, keys: AdministrationKeyActs(store: store, clock: clock, random: shared.random),
      backends: BackendKeyActs(store: store, clock: clock, random: shared.random),
      applications: shared.applications, security: shared.security
    ).register(in: &router)
    WebhookRoutes(
      gate: gate,
      acts: WebhookActs(
        store: store, clock: clock, random: shared.random, secrets: dependencies.webhooks),
      applications: shared.applications, cursors: shared.cursors, security: shared.security,
      isDevelopment: shared.isDevelopment
    ).register(in: &router)
    EventRoutes(gate: gate, store: store, clock: clock, cursors: shared.cursors).register(in: &router)
    ApplicationRoutes(gate: gate, acts: dependencies.applications, security: shared.security)
      .register(in: &router)
    TokenPreviewRoute(
      gate: gate,
      previews: TokenPreviews(
        store: store, clock: clock, random: shared.random, tokens: shared.tokens,
        opening: ClientSessionOpening(
          sessions: SessionAdmission(lifetimes: shared.lifetimes, limits: shared.accountLimits),
          unrefreshedLifetime: shared.lifetimes.accessToken)),
      applications: shared.applications
    ).register(in: &router)
    SettingsRoutes(gate: gate, settings: dependencies.settings, security: shared.security)
      .register(in: &router)
    ChangeRoutes(gate: gate, changes: dependencies.changes, security: shared.security)
      .register(in: &router)
    MessageRoutes(
      gate: gate, store: store, clock: clock, tools: dependencies.messages,
      applications: shared.applications, limits: shared.limits, security: shared.security
    ).register(in: &router)
    ServerAdministrationRoutes(
      gate: gate, store: store, clock: clock, version: dependencies.version, signingKeys: signingKeys,
      health: dependencies.health, activeUsers: ActiveUsers(store: store, clock: clock),
      security: shared.security
    ).register(in: &router)
  }
}
