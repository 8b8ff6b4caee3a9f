package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Deletes a user at once, for the operator or a backend.
package struct UserDeletion: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let notices: SecurityNotices

  package init(store: any Store, clock: WallClock, notices: SecurityNotices) {
    self.store = store
    self.clock = clock
    self.notices = notices
  }

  /// Deletes a user with all data, and sends the last message to the user.
  ///
  /// - Parameters:
  ///   - application: the application that the message names.
  ///   - origin: the backend or the operator.
  ///   - find: finds the user, or refuses.
  /// - Returns: false if `find` finds no user.
  /// - Throws: the errors of `find`; ``StoreError``.
  package func delete(
    for application: Application, by origin: EventOrigin,
    of find: @escaping @Sendable (any StoreReading) throws -> User.ID?
  ) async throws -> Bool {
    let now = clock.now
    return try await notices.messenger.sending(in: store) { [notices] transaction in
      guard let id = try find(transaction), let user = try transaction.user(id) else { return false }
      let recipients = try transaction.identities(of: id).noticeRecipients
      try transaction.deleteUser(id)
      try transaction.record(
        .userDeleted, about: EventSubjects(user: id, application: application.id), by: origin, at: now)
      // After the deletion, which removes all messages to the addresses of the user.
      let rows = try notices.rows(ofDeleted: user, to: recipients, application, at: now)
      for row in rows { try transaction.insert(row) }
      return true
    }
  }
}
