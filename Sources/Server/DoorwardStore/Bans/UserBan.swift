#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A ban: the user cannot sign in. Sessions end when the ban is set.
package struct UserBan: Sendable, Equatable {
  /// A note for the operator and for backends. The user does not see it.
  package let reason: String?
  package let bannedAt: Date
  /// The end of the ban; nil for a ban without an end.
  package let endsAt: Date?
  /// The application whose backend bans the user; nil for the operator. A backend replaces and removes only its own ban.
  package let owner: String?

  package init(reason: String?, bannedAt: Date, endsAt: Date?, owner: String? = nil) {
    self.reason = reason
    self.bannedAt = bannedAt
    self.endsAt = endsAt
    self.owner = owner
  }

  /// Whether the ban refuses sign-ins at `instant`.
  package func isInForce(at instant: Date) -> Bool { endsAt.map { instant < $0 } ?? true }
}

/// Queries about bans.
package protocol BanReading {
  /// The ban of a user that lasts longest; nil if there is none. The ban may have ended.
  func ban(of user: User.ID) throws -> UserBan?
  /// The banned user who had an identity that belongs to no user anymore, because the user lost it or was deleted; nil if no
  /// ban of such a user is in force.
  func userBanned(with identity: IdentityKey, at instant: Date) throws -> User.ID?
}

/// Changes of bans. A ban outlives its user, whose identities stay banned with it.
package protocol BanWriting: BanReading {
  /// Bans a user, or replaces the ban of the same owner.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func setBan(_ ban: UserBan, of user: User.ID) throws
  /// Removes the ban of an application. Bans of other owners stay.
  func removeBan(of user: User.ID, by application: String) throws
  /// Removes every ban of a user who may be deleted.
  ///
  /// - Returns: whether there was one.
  func removeBans(of user: User.ID) throws -> Bool
  /// Removes the bans of a user by applications. That of the operator stays.
  func removeBansOfApplications(of user: User.ID) throws
  /// Moves the time up to which ended bans are removed towards `instant`, and returns it.
  ///
  /// A call goes at most two minutes further than the one before, because the clock may have jumped ahead and may be set back.
  func banRemoval(upTo instant: Date) throws -> Date
  /// Removes the bans of deleted users that have ended, and identities that are no longer banned.
  ///
  /// - Parameters:
  ///   - instant: the time that ``banRemoval(upTo:)`` has returned.
  ///   - limit: the most rows to remove.
  /// - Returns: the number of removed rows.
  /// - Throws: ``StoreError``.
  func purgeBans(endedBefore instant: Date, limit: Int) throws -> Int
}
