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

  package init(reason: String?, bannedAt: Date, endsAt: Date?) {
    self.reason = reason
    self.bannedAt = bannedAt
    self.endsAt = endsAt
  }

  /// Whether the ban refuses sign-ins at `instant`.
  package func isInForce(at instant: Date) -> Bool { endsAt.map { instant < $0 } ?? true }
}

/// Queries about bans.
package protocol BanReading {
  /// The ban of a user; nil if there is none. The ban may have ended.
  func ban(of user: User.ID) throws -> UserBan?
}

/// Changes of bans.
package protocol BanWriting: BanReading {
  /// Bans a user, replaces the ban, or removes it if `ban` is nil.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func setBan(_ ban: UserBan?, of user: User.ID) throws
}
