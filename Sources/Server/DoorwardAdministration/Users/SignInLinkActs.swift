import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A new link, which is shown once.
package struct NewSignInLink: Sendable {
  /// The address that the user opens, with the secret.
  package let address: String
  package let expiresAt: Date
  /// The number of messages by which the user learns of the link.
  package let noticeCount: Int
}

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
  ///   - maker: whose right the link rests on.
  ///   - origin: the party that acts, and its client.
  /// - Returns: the link; nil if there is no such user.
  /// - Throws: `Problem` 403 `user_banned`, `insufficient_scope` for an administrator, 409 `account_deletion_pending`;
  ///   ``StoreError``; the errors of the random source.
  package func make(
    for id: User.ID, in application: Application, maker: SignInLink.Maker, by origin: EventOrigin
  ) async throws -> NewSignInLink? {
    let now = clock.now
    let link = try links.make(for: id, by: maker, at: now)
    let address = try links.address(of: link)
    let noticeCount: Int? = try await notices.messenger.sending(in: store) { [notices] transaction in
      // An anonymous user has nothing to lose, and could not add a way to sign in.
      guard let user = try transaction.user(id), user.kind == .registered else { return nil }
      guard try transaction.administrator(id) == nil else {
        throw Problem.insufficientScope("A sign-in link cannot sign in an administrator.")
      }
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
      return rows.count
    }
    guard let noticeCount else { return nil }
    return NewSignInLink(address: address, expiresAt: link.expiresAt, noticeCount: noticeCount)
  }
}
