package import DoorwardAdministration
import DoorwardSessions
package import DoorwardStore
package import Encodings

/// The operator's commands on administrators.
extension Administration {
  private var administratorActs: AdministratorActs {
    AdministratorActs(store: installation.store, clock: clock)
  }

  /// Every administrator, with the user's address.
  package func administrators() async throws -> [JSONValue] {
    try await administratorActs.all()
  }

  /// Makes a user an administrator, or changes the role of one.
  ///
  /// - Parameters:
  ///   - role: the new role.
  ///   - name: the user.
  ///   - isNew: whether the command adds an administrator, for the log. It changes the role of one who exists.
  /// - Returns: false if there is no such registered user.
  /// - Throws: ``StoreError``, `last_owner`.
  package func giveRole(_ role: AdministratorRole, to name: String, isNew: Bool) async throws -> Bool {
    var details = SecurityLog.Details()
    details.choice = role.rawValue
    return try await actOnUser(
      name, isNew ? .administratorAddition : .administratorRoleChange, details
    ) { id -> AdministratorActs.Change? in
      try await administratorActs.give(role, to: id, naming: "operator \(operatorName)", by: origin)
    } != nil
  }

  /// Removes an administrator.
  ///
  /// - Returns: false if there is no such administrator.
  /// - Throws: ``StoreError``, `last_owner`.
  package func removeAdministrator(_ name: String) async throws -> Bool {
    try await actOnUser(name, .administratorRemoval) { id -> Bool in
      try await administratorActs.remove(id, by: origin)
    }
  }

  /// Whether the user is an administrator.
  package func isAdministrator(_ name: String) async throws -> Bool {
    try await administratorActs.isAdministrator(installation.store.read { try $0.userID(name) })
  }

  /// Makes a link by which one user becomes an owner.
  ///
  /// - Returns: the address of the link. Its origin is that of the configuration, which has the default port if the running server
  ///   has found another one.
  /// - Throws: ``StoreError``; the errors of the random source.
  package func makeOwnerLink() async throws -> String {
    try await act(.ownerLinkCreation) { _ in
      let link = try await OwnerLink.make(in: installation.store, by: origin, at: clock.now)
      return link.address(at: configuration.expectedAdminOrigin)
    }
  }
}

/// The operator's commands on keys of the administration.
extension Administration {
  private var keys: AdministrationKeyActs {
    AdministrationKeyActs(store: installation.store, clock: clock, random: .system)
  }

  /// Makes a key of the administration. The store keeps only a hash, so the answer is the only copy of the key.
  ///
  /// - Parameters:
  ///   - name: distinguishes the key from others.
  ///   - scopes: what the key may do.
  ///   - lifetime: the lifetime in seconds; nil for the default one.
  /// - Returns: the key.
  /// - Throws: ``StoreError``; the errors of the random source.
  package func createAdministrationKey(
    name: String, scopes: Set<AdministrationScope>, lifetime: Int64? = nil
  ) async throws -> (AdministrationKey, AdministrationKeyText) {
    try await act(.administrationKeyCreation) { details in
      let made = try await keys.create(
        name, scopes, lifetime: lifetime ?? AdministrationKeyActs.standardLifetime, creator: nil,
        by: origin)
      details.key = made.0.id.text
      return made
    }
  }

  /// Every key of the administration, oldest first. Revoked and expired keys are included.
  package func administrationKeys() async throws -> [AdministrationKey] { try await keys.all() }

  /// Whether a key of the administration has an id.
  package func hasAdministrationKey(_ id: String) async throws -> Bool {
    try await keys.all().contains { $0.id.text == id }
  }

  /// Revokes a key of the administration immediately; false if no valid key has this id.
  package func revokeAdministrationKey(_ id: String) async throws -> Bool {
    guard let id = AdministrationKey.ID(id) else { return false }
    var details = SecurityLog.Details()
    details.key = id.text
    return try await actIfFound(.administrationKeyRevocation, details) { _ in
      try await keys.revoke(id, by: origin)
    }
  }
}
