import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
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
  package let notices: SecurityNotices

  package init(
    store: any Store, clock: WallClock, lifetimes: Lifetimes, limits: AccountLimits,
    notices: SecurityNotices
  ) {
    self.store = store
    self.clock = clock
    self.lifetimes = lifetimes
    self.limits = limits
    self.notices = notices
  }

  private var hold: IdentityHold { IdentityHold(lifetimes: lifetimes, limits: limits) }

  /// Removes one of the user's identities and ends every session that has no other identity.
  ///
  /// An authorization code or an approved device opens a session only while the page's session that allowed it is
  /// live. So both become invalid when that session ends.
  ///
  /// - Parameters:
  ///   - id: the identity.
  ///   - kind: the kind that the identity must have; nil for any.
  ///   - caller: the user. The session must have a recent sign-in.
  ///   - application: the application in which the user asks.
  ///   - language: the language of the notice if the user has no locale.
  /// - Returns: whether the caller's own session is still live.
  /// - Throws: ``Problem`` 404 `not_found`, 409 `last_identity`, 403 `identity_on_hold`, 401 `invalid_token` if the
  ///   session has ended in the meantime; ``StoreError``.
  package func remove(
    _ id: Identity.ID?, _ kind: IdentityKey.Kind? = nil, by caller: Caller, in application: Application,
    language: String
  ) async throws -> Bool {
    let now = clock.now
    return try await notices.messenger.sending(in: store) { [hold, notices] transaction in
      let identities = try transaction.identities(of: caller.user.id)
      guard let removed = identities.first(where: { $0.id == id }), kind == nil || removed.key.kind == kind
      else {
        throw Problem.notFound("identity")
      }
      let remaining = identities.filter { $0.id != removed.id }
      guard remaining.contains(where: { $0.signsIn(caller.user) }) else { throw Problem.lastIdentity }
      // A user whose sign-ins all prove the address of a second factor could change nothing again.
      let codes = try transaction.secondFactors(of: caller.user.id).filter { $0.codeChannel != nil }
      for factor in codes {
        guard let address = remaining.first(where: { $0.id == factor.identity }) else { continue }
        guard address.hasAlternative(in: remaining, of: caller.user) else { throw Problem.lastIdentity }
      }
      let session = try transaction.fullyProvenSession(of: caller, at: now)
      try hold.requireRight(toRemove: [removed], of: identities, by: session, at: now)
      let rows = try notices.rows(
        ofRemoval: removed, factor: codes.first { $0.identity == removed.id }, of: identities,
        about: caller.user,
        application, language: language, at: now)
      for row in rows { try transaction.insert(row) }
      let ended = try transaction.remove(removed, at: now)
      try transaction.record(.identityRemoved(removed.id, removed.key.kind), by: caller, at: now)
      try transaction.note(endOf: ended, by: caller, at: now)
      return !ended.contains(session.id)
    }
  }

  /// Deletes the caller's account with all of its data.
  ///
  /// All sessions of a registered user end at once, and the user can keep the account by a sign-in for
  /// ``AccountLimits/deletionGrace``. The user gets a message that states the day of the deletion. An anonymous user could
  /// not sign in again, and is deleted at once.
  ///
  /// - Parameters:
  ///   - caller: the user. The session must have a recent sign-in.
  ///   - application: the application in which the user asks.
  ///   - language: the language of the message if the user has no locale.
  /// - Throws: ``Problem`` 403 `identity_on_hold`, 401 `invalid_token` if the session has ended in the meantime;
  ///   ``StoreError``.
  package func deleteAccount(
    of caller: Caller, in application: Application, language: String
  ) async throws {
    let now = clock.now
    let grace = TimeInterval(limits.deletionGrace)
    try await notices.messenger.sending(in: store) { [hold, notices] transaction in
      let identities = try transaction.identities(of: caller.user.id)
      let session = try transaction.fullyProvenSession(of: caller, at: now)
      try hold.requireRight(toRemove: identities, of: identities, by: session, at: now)
      guard grace > 0, !identities.isEmpty else {
        try transaction.deleteUser(caller.user.id)
        // The client is that of a user who no longer exists.
        return try transaction.record(
          .userDeleted, about: EventSubjects(caller.session), by: EventOrigin(.user(caller.user.id)), at: now)
      }
      let deletion = PendingDeletion(requestedAt: now, dueAt: now.addingTimeInterval(grace))
      try transaction.schedule(deletion, of: caller.user.id)
      try transaction.record(.deletionScheduled(due: deletion.dueAt), by: caller, at: now)
      try transaction.endSessions(
        of: caller.user.id, except: nil, because: .accountDeletion, by: caller.origin, at: now)
      let rows = try notices.rows(
        ofDeletion: deletion, to: identities.noticeRecipients, about: caller.user, application,
        language: language)
      for row in rows { try transaction.insert(row) }
    }
  }
}

extension SecurityNotices {
  /// The notice that an identity was removed, with the factor that it was: to the removed address, or to the user's other
  /// address.
  fileprivate func rows(
    ofRemoval removed: Identity, factor: SecondFactorRecord?, of identities: [Identity], about user: User,
    _ application: Application, language: String, at now: Date
  ) throws -> [QueuedMessage] {
    let isSingle = IdentityKey.Kind.single.contains(removed.key.kind)
    let kind: MessageKind =
      switch removed.key.kind {
      case .email: .emailChanged
      case .phone: .phoneChanged
      case .userName: .userNameChanged
      default: .signInMethodRemoved
      }
    let recipients =
      [removed.recipient].compactMap { $0 } + identities.filter { $0.id != removed.id }.noticeRecipients
    return try rows(
      for: kind, method: isSingle ? nil : name(of: removed.key.kind),
      undoing: isSingle ? .replacedIdentity(removed, by: nil, factor: factor) : .none, to: recipients,
      about: user, application, language: language, at: now)
  }
}

extension Identity {
  /// Whether the user can sign in with the identity. A user name needs a password too.
  func signsIn(_ user: User) -> Bool { key.kind != .userName || user.hasPassword }

  /// Whether the user can sign in without a code to this address.
  func hasAlternative(in identities: [Identity], of user: User) -> Bool {
    user.hasPassword || identities.contains { $0.id != id && $0.signsIn(user) }
  }
}

extension StoreWriting {
  /// Makes codes and waiting sign-ins of a user from before void, and the user's devices unknown.
  func secure(_ id: User.ID, at now: Date) throws {
    guard var user = try user(id) else { return }
    user.securedAt = now
    try update(user)
  }

  /// Notes the change of the profile if a removed identity was an address or a user name.
  func noteRemoval(of identity: Identity, at now: Date) throws {
    guard IdentityKey.Kind.single.contains(identity.key.kind) else { return }
    try noteProfileChange(of: identity.userID, at: now)
  }

  /// Stores the event of the sessions that have ended with an identity or a factor of the caller.
  func note(
    endOf sessions: Set<Session.ID>, because reason: SessionEnding.Reason = .identityRemoved,
    by caller: Caller, at now: Date
  ) throws {
    guard !sessions.isEmpty else { return }
    try record(
      .sessionsEnded(reason, count: sessions.count), about: EventSubjects(user: caller.user.id),
      by: caller.origin, at: now)
  }

  /// Removes an identity, and withdraws its proof from every live session of its user, also that of a passkey as the
  /// second factor. The removal of anything but a user name also secures the account: see ``secure(_:at:)``.
  ///
  /// - Returns: the sessions that have ended because of the removal.
  @discardableResult package func remove(_ identity: Identity, at now: Date) throws -> Set<Session.ID> {
    try deleteIdentity(identity.id)
    try noteRemoval(of: identity, at: now)
    // A user name alone signs in no user.
    if identity.key.kind != .userName { try secure(identity.userID, at: now) }
    let hasFactor = try removeRecoveryCodesWithoutFactor(of: identity.userID)
    var ended: Set<Session.ID> = []
    let sessions = try liveSessions(
      of: identity.userID, at: now, lastingOnly: false, after: nil, limit: .max)
    for var session in sessions {
      // A recovery code has replaced a factor of the account.
      let isFactor = session.proofs.contains {
        $0.secondFactor == identity.id.text || ($0.method == .recoveryCode && !hasFactor)
      }
      if isFactor { session.withdrawSecondFactor() }
      guard session.withdraw(identity.id) || isFactor else { continue }
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

/// The second factors and recovery codes of a user whose identities change.
extension StoreWriting {
  /// Makes a new address of a user the second factor in the place of the address that it replaces.
  func moveSecondFactor(of user: User.ID, from old: Identity.ID, to new: Identity.ID) throws {
    for factor in try secondFactors(of: user) {
      guard case .identity(old, let method) = factor.kind else { continue }
      try delete(factor)
      try insert(
        SecondFactorRecord(
          id: factor.id, userID: user, kind: .identity(new, by: method), createdAt: factor.createdAt))
    }
  }

  /// Removes the recovery codes of a user who has no second factor any more.
  ///
  /// - Returns: whether the user has a second factor.
  @discardableResult func removeRecoveryCodesWithoutFactor(of user: User.ID) throws -> Bool {
    let hasFactor = try hasSecondFactor(user)
    if !hasFactor { try setRecoveryCodes([], of: user) }
    return hasFactor
  }
}
