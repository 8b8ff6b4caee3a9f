import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Removes an identity from an account, or the whole account, with all dependent data.
package struct AccountRemoval: Sendable {
  package let store: any Store
  package let clock: WallClock
  package let lifetimes: Lifetimes
  package let limits: AccountLimits

  package init(
    store: any Store, clock: WallClock, lifetimes: Lifetimes, limits: AccountLimits
  ) {
    self.store = store
    self.clock = clock
    self.lifetimes = lifetimes
    self.limits = limits
  }

  private var hold: IdentityHold { IdentityHold(lifetimes: lifetimes, limits: limits) }

  /// Removes one of the user's identities and ends every session that has no other identity.
  ///
  /// An authorization code or an approved device opens a session only while the page's session that allowed it is
  /// live. So both become invalid when that session ends.
  ///
  /// - Parameters:
  ///   - id: the identity.
  ///   - caller: the user. The session must have a recent sign-in.
  /// - Returns: whether the caller's own session is still live.
  /// - Throws: ``Problem`` 404 `not_found`, 409 `last_identity`, 403 `identity_on_hold`, 401 `invalid_token` if the
  ///   session has ended in the meantime; ``StoreError``.
  package func remove(_ id: Identity.ID?, by caller: Caller) async throws -> Bool {
    let now = clock.now
    return try await store.write { [hold] transaction in
      let identities = try transaction.identities(of: caller.user.id)
      guard let removed = identities.first(where: { $0.id == id }) else {
        throw Problem(status: 404, code: WireCode.notFound, detail: "There is no such identity.")
      }
      guard identities.contains(where: { $0.id != removed.id && $0.signsIn(caller.user) }) else {
        throw Problem(
          status: 409, code: WireCode.lastIdentity,
          detail: "This is the last way into the account. Add another one before removing it.")
      }
      let session = try transaction.liveSession(of: caller, at: now)
      try hold.requireRight(toRemove: [removed], of: identities, by: session, at: now)
      return try !transaction.remove(removed, at: now).contains(session.id)
    }
  }

  /// Deletes the caller's account with all of its data.
  ///
  /// - Parameter caller: the user. The session must have a recent sign-in.
  /// - Throws: ``Problem`` 403 `identity_on_hold`, 401 `invalid_token` if the session has ended in the meantime;
  ///   ``StoreError``.
  package func deleteAccount(of caller: Caller) async throws {
    let now = clock.now
    try await store.write { [hold] transaction in
      let identities = try transaction.identities(of: caller.user.id)
      let session = try transaction.liveSession(of: caller, at: now)
      try hold.requireRight(toRemove: identities, of: identities, by: session, at: now)
      try transaction.deleteUser(caller.user.id)
    }
  }
}

extension Identity {
  /// Whether the identity is a way into the account. A user name is one only with a password.
  fileprivate func signsIn(_ user: User) -> Bool { key.kind != .userName || user.hasPassword }
}

extension StoreWriting {
  /// Removes an identity, and withdraws its proof from every live session of its user.
  ///
  /// - Returns: the sessions that have ended because of the removal.
  @discardableResult package func remove(_ identity: Identity, at now: Date) throws -> Set<Session.ID> {
    try deleteIdentity(identity.id)
    var ended: Set<Session.ID> = []
    let sessions = try liveSessions(
      of: identity.userID, at: now, lastingOnly: false, after: nil, limit: .max)
    for var session in sessions where session.withdraw(identity.id) {
      if session.restsOnIdentity {
        try update(session)
      } else {
        try end(session.id, because: .identityRemoved, at: now)
        ended.insert(session.id)
      }
    }
    return ended
  }
}
