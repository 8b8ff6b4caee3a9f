import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes links by which users who have lost every way to sign in get in once.
package struct SignInLinkActs: Sendable {
  private var store: any Store
  private let clock: WallClock
  private let links: SignInLinks
  private let notices: SecurityNotices

  package init(store: any Store, clock: WallClock, links: SignInLinks, notices: SecurityNotices) {
    self.store = store
    self.clock = clock
    self.links = links
    self.notices = notices
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> SignInLinkActs {
    var acts = self
    acts.store = store
    return acts
  }

  /// Makes a link, and tells the user by all addresses.
  ///
  /// - Parameters:
  ///   - id: the user.
  ///   - application: the application that the notice names.
  ///   - origin: the party that acts, and its client.
  /// - Returns: the link; nil if there is no such user.
  /// - Throws: `Problem` 403 `user_banned`, 409 `account_deletion_pending`; ``StoreError``; the errors of the random source.
  package func make(
    for id: User.ID, in application: Application, by origin: EventOrigin
  ) async throws -> NewSignInLink? {
    let now = clock.now
    let link = try links.make(for: id, at: now)
    let new = try links.shown(link)
    let isMade = try await notices.messenger.sending(in: store) { [notices] transaction in
      // An anonymous user has nothing to lose, and could not add a way to sign in.
      guard let user = try transaction.user(id), user.kind == .registered else { return false }
      try transaction.requireNotBanned(id, at: now)
      if let deletion = user.deletion {
        throw Problem.accountDeletionPending(WireAccountDeletion(deleteAt: deletion.dueAt))
      }
      try transaction.record(
        .signInLinkCreated(until: link.expiresAt), about: EventSubjects(user: id), by: origin, at: now)
      let rows = try notices.rows(
        for: .signInLinkCreated, to: transaction.identities(of: id).compactMap(\.recipient), about: user,
        application, language: "", at: now)
      for row in rows { try transaction.insert(row) }
      return true
    }
    return isMade ? new : nil
  }
}
