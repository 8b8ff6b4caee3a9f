import DoorwardHTTP
import DoorwardServerRules
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension StoreReading {
  /// The ban of a user; nil if none is in force.
  package func banInForce(of user: User.ID, at now: Date) throws -> UserBan? {
    try ban(of: user).flatMap { $0.isInForce(at: now) ? $0 : nil }
  }

  /// Refuses a banned user. The caller has checked the whole proof: before it, no answer depends on the ban.
  ///
  /// - Throws: `Problem` 403 `user_banned`; ``StoreError``.
  package func requireNotBanned(_ user: User.ID, at now: Date) throws {
    guard let ban = try banInForce(of: user, at: now) else { return }
    throw Problem.userBanned(until: ban.endsAt)
  }

  /// Refuses an identity that belongs to no user, if a banned user had it. The ban outlives the account.
  ///
  /// - Throws: `Problem` 403 `user_banned`; ``StoreError``.
  package func requireNotBanned(_ identity: IdentityKey, at now: Date) throws {
    if let user = try userBanned(with: identity, at: now) { try requireNotBanned(user, at: now) }
  }
}
