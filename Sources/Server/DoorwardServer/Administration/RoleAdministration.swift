import DoorwardHTTP
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The operator's commands on the roles of users.
extension Administration {
  /// The roles of a user in an application.
  ///
  /// - Parameters:
  ///   - name: the user.
  ///   - application: the application; nil for the first.
  /// - Returns: the roles, in the order of the application; nil if there is no such user.
  /// - Throws: ``StoreError``.
  package func roles(of name: String, in application: String?) async throws -> [String]? {
    let application = try await self.application(application)
    return try await installation.store.read { snapshot in
      guard let id = try snapshot.userID(name) else { return nil }
      return application.roles(of: try snapshot.grant(of: id, to: application.id)?.roles ?? []) ?? []
    }
  }

  /// Replaces the roles of a user in an application.
  ///
  /// - Parameters:
  ///   - roles: the new roles.
  ///   - name: the user.
  ///   - application: the application; nil for the first.
  /// - Returns: the roles, in the order of the application; nil if there is no such user.
  /// - Throws: `Problem` `unknown_role`; ``StoreError``, `store_missing` if the user has granted nothing to the application.
  package func setRoles(
    _ roles: [String], of name: String, in application: String?
  ) async throws -> [String]? {
    let application = try await self.application(application)
    return try await actOnUser(
      name, .rolesChange, SecurityLog.Details(application: application.id)
    ) { id in
      let roles = try RolesPatch(roles, of: application).roles
      return try await installation.store.write { [origin, now = clock.now] transaction in
        guard try transaction.user(id) != nil else { return nil }
        guard try transaction.grant(of: id, to: application.id) != nil else {
          throw StoreError(
            .missing, "the user has granted nothing to the application \(application.id)")
        }
        try transaction.setRoles(roles, of: id, to: application.id)
        try transaction.record(
          .rolesChanged(roles), about: EventSubjects(user: id, application: application.id), by: origin,
          at: now)
        return roles
      }
    }
  }
}
