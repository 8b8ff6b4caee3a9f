import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import DoorwardWire
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds a proven identity to the account of a signed-in user, in the transaction that spends the challenge.
package struct IdentityLinking: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let spending: ChallengeSpending
  private let random: RandomSource
  private let limits: AccountLimits
  private let notices: SecurityNotices

  package init(
    store: any Store, clock: WallClock, random: RandomSource, limits: AccountLimits, notices: SecurityNotices
  ) {
    self.store = store
    self.clock = clock
    spending = ChallengeSpending(store: store, clock: clock)
    self.random = random
    self.limits = limits
    self.notices = notices
  }

  /// Adds the proven identity to the caller's account.
  ///
  /// - Parameters:
  ///   - proof: the verified proof of the identity.
  ///   - caller: the user who gets the identity.
  ///   - application: the application that gets the answer.
  ///   - confirmation: that the identity may leave another account; nil if it may not. See ``IdentityMove``.
  ///   - key: the `Idempotency-Key` of the request.
  ///   - language: the language of the notice if the user has no locale.
  /// - Returns: the data of the user that the application can read.
  /// - Throws: `Problem` 401 as ``Admission/signIn(_:_:)``, 409 `identity_in_use` if another account has the identity, and 409
  ///   `too_many_identities` if this account has the most identities allowed; ``StoreError``.
  package func link(
    _ proof: VerifiedProof, to caller: Caller, of application: Application,
    moving confirmation: MoveConfirmation?, key: String?, language: String
  ) async throws -> UserView {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let repetition = proof.challenge.flatMap { RepeatableRequest(answering: $0.id, key: key) }
    let identity = repetition?.identity ?? ids.identity
    // If the user was anonymous when the token was checked, this identity registers the user.
    let upgrade = AnonymousUpgrade(caller)
    let (view, isAnnounced) = try await spending(
      proof,
      unless: { transaction -> (UserView, Bool)? in
        guard repetition != nil,
          try transaction.isAdded(identity, as: proof.identity.key, by: caller, at: now)
        else { return nil }
        return (try UserView(caller.user, for: application.id, in: transaction), false)
      },
      again: { transaction in
        guard let repetition,
          try transaction.isProvenAgain(proof.identity.key, by: repetition, of: caller, at: now)
        else { return nil }
        return (try UserView(caller.user, for: application.id, in: transaction), false)
      }
    ) { [notices] transaction in
      // The session may have ended, with the identity that it rested on, since the caller's token was checked. The user may
      // have secured the account.
      _ = try transaction.fullyProvenSession(of: caller, at: now)
      guard let user = try transaction.user(caller.user.id), user.securedAt == caller.user.securedAt else {
        throw Problem.invalidToken
      }
      let before = try transaction.identities(of: user.id)
      let known = try transaction.identity(proof.identity.key)
      let other = try known.flatMap { $0.userID == user.id ? nil : try transaction.identities(of: $0.userID) }
      try link(
        proof.identity, as: identity, to: user.id, of: application, moving: confirmation,
        registering: upgrade, by: caller, at: now, in: transaction)
      if let added = try transaction.identity(proof.identity.key), added.userID == user.id {
        if added.id != identity, let repetition { try transaction.mark(repetition, at: now) }
        let claim = try transaction.claim(
          added, keeping: caller.session.id, for: caller.session.carrier.grants(application),
          by: caller.origin, at: now)
        if let claim {
          try notices.announce(claim, application, language: language, at: now, in: transaction)
        }
      }
      var rows: [QueuedMessage] = []
      if let added = try transaction.identity(proof.identity.key),
        !before.contains(where: { $0.id == added.id })
      {
        let method = notices.name(of: added.key.kind)
        rows = try notices.rows(
          for: .signInMethodAdded, method: method, undoing: .addedIdentity(added.id),
          to: before.noticeRecipients, about: user, application, language: language, at: now)
        // The other account may have been deleted, because it had no other identity.
        if let other, let id = known?.userID, let loser = try transaction.user(id) {
          rows += try notices.rows(
            for: .signInMethodRemoved, method: method, to: other.noticeRecipients, about: loser, application,
            language: language, at: now)
        }
      }
      for row in rows { try transaction.insert(row) }
      guard let view = try UserView(of: user.id, for: application.id, in: transaction) else {
        throw Problem.invalidToken
      }
      return (view, !rows.isEmpty)
    }
    if isAnnounced { notices.messenger.deliver() }
    return view
  }

  private func link(
    _ identity: ProvenIdentity, as id: Identity.ID, to user: User.ID, of application: Application,
    moving confirmation: MoveConfirmation?, registering upgrade: AnonymousUpgrade?, by caller: Caller,
    at now: Date, in transaction: any StoreWriting
  ) throws {
    if let upgrade {
      try upgrade.requireAnonymous(in: transaction)
      guard !application.secondFactor.isRequired else { throw Problem.signUpNeedsSecondFactor }
      try application.signUp.requireSignUp(by: identity.key, at: now, in: transaction)
    }
    if let known = try transaction.identity(identity.key) {
      guard known.userID != user else {
        if identity.continuity?.isContinuous(with: known.evidence) ?? true {
          let evidence = identity.continuity?.renew(known.evidence)
          try transaction.update(known.used(by: identity, keeping: evidence, at: now))
          return
        }
        // The identity may have a new holder. It starts again, without its age and its proofs.
        try transaction.remove(known, at: now)
        let added = try transaction.add(identity, id, to: user, verifiedAt: now, lastUsedAt: nil)
        try transaction.record(
          .identityChanged(added.id, added.key.kind, from: known.id), by: caller, at: now)
        return
      }
      // A banned user does not take an identity out of the banned account.
      try transaction.requireNotBanned(known.userID, at: now)
      let move = try IdentityMove(of: known, by: identity, in: transaction)
      // The other account may have changed since the offer. Then the user is asked again.
      guard let confirmation, confirmation.covers(move) else { throw move.offer }
      try requireRoom(for: user, transaction)
      try move.release(by: caller.origin, at: now, in: transaction)
    } else {
      try transaction.requireNotBanned(identity.key, at: now)
      try requireRoom(for: user, transaction)
    }
    let session = try upgrade?.register(at: now, in: transaction).session
    let added = try transaction.add(identity, id, to: user, verifiedAt: now, lastUsedAt: nil)
    try transaction.record(.identityAdded(added.id, added.key.kind), by: caller, at: now)
    if upgrade != nil {
      try transaction.record(.userRegistered, by: caller, at: now)
      try application.signUp.acceptInvitations(of: identity.key, at: now, in: transaction)
    }
    if let session { try AnonymousUpgrade.bind(session, to: added, in: transaction) }
  }

  /// Refuses another identity before the user makes one.
  ///
  /// - Throws: `Problem` 409 `too_many_identities`; ``StoreError``.
  package func requireRoom(for user: User.ID) async throws {
    try await store.read { try requireRoom(for: user, $0) }
  }

  private func requireRoom(for user: User.ID, _ snapshot: any StoreReading) throws {
    let limit = Int(limits.identitiesPerUser)
    guard try snapshot.identities(of: user, after: nil, limit: limit).count < limit else {
      throw Problem.tooManyIdentities
    }
  }
}
