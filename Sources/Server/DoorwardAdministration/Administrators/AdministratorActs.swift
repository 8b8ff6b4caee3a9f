import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardWire
package import Encodings

/// The acts on administrators.
package struct AdministratorActs: Sendable {
  private var store: any Store
  private let clock: WallClock

  package init(store: any Store, clock: WallClock) {
    self.store = store
    self.clock = clock
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> AdministratorActs {
    var acts = self
    acts.store = store
    return acts
  }

  /// Every administrator with the address by which the user is known, in the order of their addition.
  package func all() async throws -> [JSONValue] {
    try await store.read { snapshot in
      try snapshot.administrators().map { try $0.json(in: snapshot) }
    }
  }

  /// Whether the user is an administrator.
  package func isAdministrator(_ user: User.ID?) async throws -> Bool {
    guard let user else { return false }
    return try await store.read { try $0.administrator(user) != nil }
  }

  /// The result of giving a user a role.
  package enum Change: Sendable, Equatable {
    case added
    /// The user was an administrator, with this role.
    case changed(from: AdministratorRole)
  }

  /// Makes a user an administrator, or changes the role of one.
  ///
  /// - Parameters:
  ///   - role: the new role.
  ///   - user: the user.
  ///   - actor: the one who gives the role, see ``Administrator/addedBy``.
  ///   - origin: the party that acts, for the event.
  /// - Returns: nil if there is no such user, or the user is anonymous and could not sign in again.
  /// - Throws: ``StoreError``, ``StoreError/Code/lastOwner``.
  package func give(
    _ role: AdministratorRole, to user: User.ID, naming actor: String, by origin: EventOrigin
  ) async throws -> Change? {
    let now = clock.now
    return try await store.write { transaction in
      guard try transaction.user(user)?.kind == .registered else { return nil }
      let former = try transaction.administrator(user)
      if former == nil {
        // A link signs in no administrator, and its session could add a way to sign in.
        for session in try transaction.liveSessions(
          of: user, at: now, lastingOnly: false, after: nil, limit: .max)
        where session.isByLink {
          try transaction.end(session, because: .endedByOperator, by: origin, at: now)
        }
      }
      try transaction.setAdministrator(
        Administrator(user: user, role: role, addedBy: actor, addedAt: now))
      try transaction.record(
        former == nil ? .administratorAdded(role) : .administratorChanged(role),
        about: EventSubjects(user: user), by: origin, at: now)
      return former.map { .changed(from: $0.role) } ?? .added
    }
  }

  /// Removes an administrator, who stays a user. The sessions of the user in the administration end.
  ///
  /// - Returns: false if the user is no administrator.
  /// - Throws: ``StoreError``, ``StoreError/Code/lastOwner``.
  package func remove(_ user: User.ID, by origin: EventOrigin) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard try transaction.removeAdministrator(user) else { return false }
      // A user who becomes an administrator again starts without sessions.
      _ = try transaction.withdrawGrant(of: user, to: Application.dashboardID, at: now)
      try transaction.record(.administratorRemoved, about: EventSubjects(user: user), by: origin, at: now)
      return true
    }
  }
}

extension Administrator {
  fileprivate func json(in snapshot: any StoreReading) throws -> JSONValue {
    let identities = try snapshot.identities(of: user)
    let shown = identities.first { $0.key.kind == .email } ?? identities.first
    return [
      "user_id": .string(user.text), "role": .string(role.rawValue),
      "identifier": .text(shown?.shownIdentifier),
      "name": .text(try snapshot.user(user)?.profile[.name]), "added_by": .string(addedBy),
      "added_at": .time(addedAt),
    ]
  }
}
