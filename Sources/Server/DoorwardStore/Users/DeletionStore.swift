#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The deletion of an account that its user can still undo.
package struct PendingDeletion: Sendable, Equatable {
  /// The time at which the user asked for the deletion.
  package let requestedAt: Date
  /// The time at which the account is deleted permanently.
  package let dueAt: Date

  package init(requestedAt: Date, dueAt: Date) {
    self.requestedAt = requestedAt
    self.dueAt = dueAt
  }
}

/// Changes of pending deletions. ``User/deletion`` is the deletion of a user.
package protocol DeletionWriting {
  /// Stores that a user will be deleted.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func schedule(_ deletion: PendingDeletion, of user: User.ID) throws
  /// Keeps a user that would be deleted.
  func cancelDeletion(of user: User.ID) throws
  /// Removes the users whose deletion is due, with all of their data.
  ///
  /// - Parameters:
  ///   - instant: the current time.
  ///   - limit: the most users to remove.
  /// - Returns: the number of removed users.
  /// - Throws: ``StoreError``.
  func deleteDueUsers(at instant: Date, limit: Int) throws -> Int
}
