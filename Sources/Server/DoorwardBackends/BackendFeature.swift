package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardSignIn
import DoorwardStore

/// The administration of an application's users by its backends: users, bans, sessions, second factors and invitations.
package struct BackendFeature: Sendable {
  package struct Dependencies: Sendable {
    let shared: SharedServices
    /// The key of the MACs of repeated requests.
    let repetitions: DerivedKey
    let passwords: Passwords
    let photos: PhotoAddresses
    let notices: SecurityNotices

    package init(
      shared: SharedServices, repetitions: DerivedKey, passwords: Passwords, photos: PhotoAddresses,
      notices: SecurityNotices
    ) {
      self.shared = shared
      self.repetitions = repetitions
      self.passwords = passwords
      self.photos = photos
      self.notices = notices
    }
  }

  private let dependencies: Dependencies
  private let repetitions: BackendRepetitions

  package init(_ dependencies: Dependencies) {
    self.dependencies = dependencies
    repetitions = BackendRepetitions(key: dependencies.repetitions)
  }

  package func register(in router: inout Router) {
    let (shared, notices) = (dependencies.shared, dependencies.notices)
    let (store, clock, security) = (shared.store, shared.clock, shared.security)
    let gate = BackendGate(
      keys: APIKeyGate(store: store, limits: shared.limits, security: security),
      applications: shared.applications, photos: dependencies.photos)
    let invitations = Invitations(
      store: store, clock: clock, random: shared.random, messenger: notices.messenger, page: notices.page)
    BackendUserListRoute(gate: gate, store: store, clock: clock, cursors: shared.cursors)
      .register(in: &router)
    BackendUserCreationRoute(
      gate: gate, store: store, clock: clock, random: shared.random, passwords: dependencies.passwords,
      invitations: invitations, repetitions: repetitions, limits: shared.limits, security: security
    ).register(in: &router)
    BackendUserRoutes(
      gate: gate, store: store, clock: clock,
      deletion: UserDeletion(store: store, clock: clock, notices: notices), security: security
    ).register(in: &router)
    BackendSecondFactorRoute(
      gate: gate, reset: SecondFactorReset(store: store, clock: clock, notices: notices), security: security
    ).register(in: &router)
    BackendBanRoutes(gate: gate, store: store, clock: clock, security: security).register(in: &router)
    BackendSessionRoutes(gate: gate, store: store, clock: clock, cursors: shared.cursors, security: security)
      .register(in: &router)
    InvitationRoutes(
      gate: gate, store: store, cursors: shared.cursors, invitations: invitations,
      repetitions: repetitions,
      limits: shared.limits, security: security
    ).register(in: &router)
  }
}
