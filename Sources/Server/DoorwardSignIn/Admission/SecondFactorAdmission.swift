import DoorwardDelivery
import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens the session of a user who has proven a first and a second factor.
///
/// One transaction spends the request and the code, and opens the session. A refusal changes nothing.
package struct SecondFactorAdmission: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let guesses: GuessLimits
  private let sessions: SessionAdmission
  private let notices: SecurityNotices
  private let makeChange: PendingChange.Action

  /// The action `makeChange` makes the change of a waiting sign-in.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, guesses: GuessLimits, lifetimes: Lifetimes,
    limits: AccountLimits, notices: SecurityNotices, makeChange: @escaping PendingChange.Action
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.guesses = guesses
    sessions = SessionAdmission(lifetimes: lifetimes, limits: limits)
    self.notices = notices
    self.makeChange = makeChange
  }

  /// The outcome of the same sign-in, if it has already succeeded and its answer was not used.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - opening: the values of the session.
  /// - Returns: nil if the request has no `Idempotency-Key`, or has not succeeded with this key.
  /// - Throws: ``StoreError``.
  package func repetition(of request: SecondFactorRequest, _ opening: SessionOpening) async throws
    -> SignedIn?
  {
    guard let repetition = SignInRepetition(of: request.id, opening) else { return nil }
    let now = clock.now
    return try await store.write { transaction in
      let identity = try transaction.identity(of: request.first)
      if case .signedIn(let opened) = try repetition.outcome(at: now, of: identity, in: transaction) {
        return opened
      }
      return try repetition.renewal(at: now, by: identity, in: transaction)
    }
  }

  /// Signs in the user of a waiting sign-in.
  ///
  /// - Parameters:
  ///   - request: the waiting sign-in.
  ///   - factor: the verified second factor.
  ///   - opening: the values of the session.
  ///   - rows: messages to the user about the sign-in, in addition to that of a new device.
  /// - Returns: the signed-in user.
  /// - Throws: `Problem` 401 `challenge_used`, `challenge_expired`, `invalid_challenge` if the identity of the first factor
  ///   has left the account, `invalid_code` if the code was used in the meantime, 403 `user_banned`, 409
  ///   `account_deletion_pending`, `unproven_address`; ``StoreError``.
  package func signIn(
    _ request: SecondFactorRequest, by factor: VerifiedSecondFactor, _ opening: SessionOpening,
    sending rows: [QueuedMessage]
  ) async throws -> SignedIn {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let repetition = SignInRepetition(of: request.id, opening)
    let signedIn = try await store.admit { [clock, sessions, guesses, notices, makeChange] transaction in
      if let refusal = try transaction.refusal(spending: request.challenge, at: clock.now) { throw refusal }
      var (user, proof, isNew) = try transaction.user(
        of: request, opening, ids, makeChange: makeChange, at: now)
      let isKnown = request.first.user == nil || opening.isKnown(to: user, at: now)
      if factor.addition != nil {
        try transaction.requireProvenAddresses(of: user.id, reachedBy: notices.messenger)
      }
      guard try factor.use(transaction, user.id) else { throw Problem.invalidCode }
      try opening.keepAccount(of: &user, at: now, in: transaction)
      var hasMessages = !rows.isEmpty
      if let address = try transaction.address(provenBy: factor.proof, of: user.id),
        let claim = try transaction.claim(
          address, keeping: nil, for: opening.carrier.grants(opening.application),
          by: opening.origin(user.id), at: now)
      {
        hasMessages =
          try notices.announce(
            claim, opening.application, language: opening.language, at: now, in: transaction) || hasMessages
        proof = SessionProof(
          identity: claim.identity.id, method: proof.method, assurance: proof.assurance,
          provenAt: proof.provenAt, evidence: proof.evidence)
        user = try transaction.user(user.id) ?? user
      }
      if let known = request.first.user {
        try guesses.forgetSecondFactors(of: known, on: opening.device, in: transaction)
      }
      let (session, _) = try sessions.open(
        repetition?.session ?? ids.session, salt: ids.salt, for: user, isNewUser: isNew,
        by: [proof, factor.proof], opening, refresh: RefreshRotation(keyHash: repetition?.request.keyHash),
        at: now, in: transaction)
      if let repetition, session.id != repetition.session {
        try transaction.mark(repetition.request, at: now)
      }
      if let addition = factor.addition {
        try transaction.record(
          addition.event, about: opening.subjects(user.id), by: opening.origin(user.id), at: now)
      }
      for row in rows { try transaction.insert(row) }
      let view = try UserView(user, for: opening.application.id, in: transaction)
      try guesses.forget(view.identities, of: user.id, on: opening.device, in: transaction)
      if !isKnown {
        hasMessages =
          try notices.announce(
            user, identities: view.identities, on: opening.client, opening.application,
            language: opening.language,
            at: now, in: transaction) || hasMessages
      }
      return SignedIn(
        user: user, session: session, isNewUser: isNew, view: view,
        device: opening.device?.adding(user.id, at: now), isAnnounced: hasMessages,
        recoveryCodes: factor.recoveryCodes)
    }
    if signedIn.isAnnounced { notices.messenger.deliver() }
    return signedIn
  }
}

extension StoreWriting {
  /// The address to which the code of a second factor was sent; nil for another factor.
  fileprivate func address(provenBy factor: SessionProof, of user: User.ID) throws -> Identity? {
    try identities(of: user).first { $0.recipient?.channel.proofName == factor.method }
  }

  /// The identity of a first factor; nil if no user has it.
  fileprivate func identity(of first: FirstFactor) throws -> Identity.ID? {
    switch first {
    case .user(_, let proof, _): proof.identity
    case .signUp(let proof): try identity(proof.identity)?.id
    }
  }

  /// The user of a waiting sign-in, with the proof of the first factor. A new user is stored.
  fileprivate func user(
    of request: SecondFactorRequest, _ opening: SessionOpening, _ ids: FreshIDs,
    makeChange: PendingChange.Action, at now: Date
  ) throws -> (User, SessionProof, isNew: Bool) {
    switch request.first {
    case .signUp(let signUp):
      // The new factor may name the new user.
      let id: User.ID? = if case .user(let user) = request.secret { user } else { nil }
      let proof = signUp.verified(answering: request.challenge, of: id)
      // Another sign-up may have taken the identity. Its user signs in instead.
      guard try identity(proof.identity.key) == nil else { throw Problem.challengeUsed }
      let (user, identities, isNew) = try resolveUser(of: proof, opening, known: nil, ids, at: now)
      return (user, proof.sessionProof(of: identities[0].id, at: signUp.provenAt), isNew)
    case .user(let id, let proof, let use):
      let identity = try proof.identity.flatMap(self.identity)
      // The link of an administrator proves no identity.
      guard var user = try self.user(id),
        try identity?.userID == user.id || proof.isByLink && isOpenToLinks(user)
      else { throw Problem.invalidChallenge }
      // The first proof is void if the password or an address has changed since.
      if let securedAt = user.securedAt, securedAt >= proof.provenAt { throw Problem.challengeUsed }
      try requireNotBanned(id, at: now)
      try requireFirstGrant(of: id, opening, at: now)
      if let identity { try note(use, of: identity, since: proof.provenAt, at: now) }
      user.lastSignInAt = now
      try noteSignIn(of: user.id, at: now)
      if let change = request.change {
        try makeChange(change, user.id, opening.origin(user.id), now, self)
        user = try self.user(id) ?? user
      }
      return (user, proof, false)
    }
  }

  /// Stores the use of an identity. Another sign-in with it may have ended while this one waited; what that one stored is newer.
  fileprivate func note(
    _ use: ProvenUse, of identity: Identity, since provenAt: Date, at now: Date
  ) throws {
    var identity = identity
    if identity.lastUsedAt.map({ $0 <= provenAt }) ?? true {
      identity.attributes = identity.attributes.merging(patch: use.attributes)
      identity.evidence = use.evidence ?? identity.evidence
    }
    identity.lastUsedAt = now
    try update(identity)
  }
}
