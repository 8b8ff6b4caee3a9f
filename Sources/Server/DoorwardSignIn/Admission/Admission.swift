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

/// The one place where a verified proof becomes a signed-in user.
///
/// One transaction spends the challenge, if there is one, finds or makes the user, and opens the session. At most one use of a
/// challenge succeeds. A refused use opens no session and does not change the account (``ChallengeSpending``).
package struct Admission: Sendable {
  let store: any Store
  let clock: WallClock
  private let spending: ChallengeSpending
  let random: RandomSource
  let sessions: SessionAdmission
  let secondFactors: SecondFactorDecision
  private let guesses: GuessLimits
  let notices: SecurityNotices

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - random: the source of ids.
  ///   - lifetimes: the lifetimes of sessions.
  ///   - limits: the limits of an account.
  ///   - guesses: the counts of guesses, which a sign-in forgets.
  ///   - secondFactors: the second factors.
  ///   - enrollments: the methods that add a second factor during a sign-in.
  ///   - notices: announces sign-ins on new devices and added identities.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, lifetimes: Lifetimes, limits: AccountLimits,
    guesses: GuessLimits, secondFactors: [any SecondFactor] = [],
    enrollments: [any SecondFactorEnrollment] = [], notices: SecurityNotices
  ) {
    self.store = store
    self.clock = clock
    spending = ChallengeSpending(store: store, clock: clock)
    self.random = random
    sessions = SessionAdmission(lifetimes: lifetimes, limits: limits)
    self.secondFactors = SecondFactorDecision(
      secondFactors, enrollments: enrollments, messenger: notices.messenger)
    self.guesses = guesses
    self.notices = notices
  }

  /// Signs in the user whom the proof shows.
  ///
  /// `opening` has the values that the session is opened with.
  ///
  /// - Returns: the signed-in user; or that the user must prove a second factor first.
  /// - Throws: `Problem` 401 if the challenge is spent or expired, 403 `user_banned`, `second_factor_unavailable`, 409
  ///   `account_deletion_pending`; the refusal of the identity's ``IdentityContinuity``; ``StoreError``.
  package func signIn(_ proof: VerifiedProof, _ opening: SessionOpening) async throws -> SignInOutcome {
    do {
      return try await signIn(proof, opening, at: clock.now)
    } catch is LaterSignIn {
      return try await signIn(proof.alone, opening, at: clock.now)
    }
  }

  /// The rows that were read when the proof was checked do not suffice: the sign-in gives the account to its owner, and the time
  /// of a change is that of its transaction. It is thrown before the first write, so that other transactions of a batch continue.
  private struct LaterSignIn: Error {}

  private func signIn(
    _ proof: VerifiedProof, _ opening: SessionOpening, at started: Date
  ) async throws -> SignInOutcome {
    let proof = proof.continuing(at: started)
    // The rows that were read when the proof was checked are those of that time.
    let now = proof.ahead?.reads.instant ?? started
    let ids = try FreshIDs(at: now, random)
    let repetition = SignInRepetition(of: proof, opening)
    let outcome: SignInOutcome = try await spending(
      proof,
      prefetching: .signIn(
        by: proof.identity.key, applicationID: opening.application.id, repeating: repetition?.session, at: now
      ),
      unless: { transaction in
        if proof.ahead != nil, proof.provesIdentity,
          try transaction.identities(ofUserWith: proof.identity.key).contains(where: \.isVouched)
        {
          throw LaterSignIn()
        }
        guard proof.challenge != nil else { return nil }
        return try repetition?.outcome(
          at: now, of: transaction.identity(proof.identity.key)?.id, in: transaction)
      },
      again: { [secondFactors] transaction in
        guard let repetition else { return nil }
        let known = try transaction.identity(proof.identity.key)
        if let renewed = try repetition.renewal(at: now, by: known?.id, in: transaction) {
          return .signedIn(renewed)
        }
        // The first step of a sign-in with a second factor has opened no session. The conditions of the proof held for it, and the
        // account has not been secured since.
        guard let challenge = proof.challenge, now < challenge.expiresAt,
          try transaction.isMarked(repetition.firstStep(of: known, in: transaction))
        else { return nil }
        return try waiting(
          ids.waiting, for: proof, known: known, opening, secondFactors: secondFactors, at: now,
          in: transaction
        )
        .map(SignInOutcome.secondFactorRequired)
      }
    ) {
      [sessions, secondFactors, guesses, notices] transaction in
      // Before the first write: the first factor alone changes nothing, except that it claims an account that a backend has
      // made. A new user has no second factor.
      // All identities of the user are read at once, because the answer shows them.
      var held = try transaction.identities(ofUserWith: proof.identity.key)
      var known = held.first { $0.key == proof.identity.key }
      var hasMessages = false
      guard known == nil || proof.signUp == nil else { throw notices.kinds[proof.identity.key.kind].taken }
      // The identity may have been removed, or have moved, since the proof was verified.
      guard proof.user == nil || proof.user == known?.userID else {
        throw notices.kinds[proof.identity.key.kind].removed
      }
      if !proof.conditions.isEmpty {
        let user = try known.flatMap { try transaction.user($0.userID) }
        for condition in proof.conditions { try condition.check(user, in: transaction) }
      }
      // Before the second factor: another party may have added it.
      if proof.provesIdentity, let proven = known, held.contains(where: \.isVouched) {
        let claim = try transaction.claim(
          proven, keeping: nil, for: opening.carrier.grants(opening.application),
          by: opening.origin(proven.userID), at: now)
        if let claim {
          (known, held) = (claim.identity, [claim.identity])
          hasMessages = try notices.announce(
            claim, opening.application, language: opening.language, at: now, in: transaction)
        }
      }
      var session = repetition?.session ?? ids.session
      // A challenge lets one request open the session. Without one, the key may have been used before.
      if proof.challenge == nil, let repetition, let opened = try transaction.lockedSession(session) {
        session = ids.session
        if let outcome = try repetition.outcome(opened, at: now, of: known?.id, in: transaction) {
          return outcome
        }
      }
      if let request = try waiting(
        ids.waiting, for: proof, known: known, opening, secondFactors: secondFactors, at: now, in: transaction
      ) {
        if let challenge = proof.challenge, let repetition {
          try transaction.mark(repetition.firstStep(of: known, in: transaction), until: challenge.expiresAt)
        }
        return .secondFactorRequired(request)
      }
      var (user, identities, isNew) = try transaction.resolveUser(
        of: proof, opening, known: known, ids, at: now)
      let identity = identities[0]
      // The reset of a password makes every device unknown.
      let isKnown = known == nil || opening.isKnown(to: user, at: now)
      var isChanged = false
      for condition in proof.conditions
      where try condition.admit(user, by: opening.origin(user.id), at: now, in: transaction) {
        isChanged = true
      }
      if isChanged { user = try transaction.user(user.id) ?? user }
      let sessionProof = proof.sessionProof(of: identity.id, at: now)
      let (opened, grant) = try sessions.open(
        session, salt: ids.salt, for: user, isNewUser: isNew, by: [sessionProof], opening,
        refresh: RefreshRotation(keyHash: repetition?.request.keyHash), at: now, in: transaction)
      if opened.id != session, proof.challenge != nil, let repetition {
        try transaction.mark(repetition.request, at: now)
      }
      let view: UserView
      if isNew {
        view = UserView(ofNew: user, identities)
      } else if known != nil, !isChanged {
        view = try UserView(
          user, held.map { $0.id == identity.id ? identity : $0 }, grant, for: opening.application.id,
          in: transaction)
      } else {
        view = try UserView(user, for: opening.application.id, in: transaction)
      }
      try guesses.forget(view.identities, of: user.id, on: opening.device, in: transaction)
      if !isKnown {
        hasMessages =
          try notices.announce(
            user, identities: view.identities, on: opening.client, opening.application,
            language: opening.language,
            at: now, in: transaction) || hasMessages
      }
      return .signedIn(
        SignedIn(
          user: user, session: opened, isNewUser: isNew, view: view,
          device: opening.device?.adding(user.id, at: now), isAnnounced: hasMessages))
    }
    if case .signedIn(let signedIn) = outcome, signedIn.isAnnounced { notices.messenger.deliver() }
    return outcome
  }

  /// Whether a sign-in by an identity without a challenge has opened a session with the key of this request, and its
  /// response may not have arrived.
  package func isUnanswered(_ identity: IdentityKey, _ opening: SessionOpening) async throws -> Bool {
    guard let repetition = SignInRepetition(of: identity, opening) else { return false }
    let now = clock.now
    return try await store.read { snapshot in
      try snapshot.session(repetition.session).map { repetition.isUnanswered($0, at: now) } ?? false
    }
  }

  /// The request for a second factor; nil if the proof is enough.
  private func waiting(
    _ id: ChallengeID, for proof: VerifiedProof, known: Identity?, _ opening: SessionOpening,
    secondFactors: SecondFactorDecision, at now: Date, in transaction: any StoreWriting
  ) throws -> SecondFactorRequest? {
    // A passkey that has verified its user is two factors.
    guard proof.assurance != .secondFactor,
      let first = try firstFactor(proof, known: known, opening, at: now, in: transaction)
    else { return nil }
    return try secondFactors.request(
      id, after: first, before: proof.conditions.lazy.compactMap(\.pending).first, opening, at: now,
      in: transaction)
  }

  /// The first factor of a sign-in that may need a second one; nil for a sign-up that needs none.
  private func firstFactor(
    _ proof: VerifiedProof, known: Identity?, _ opening: SessionOpening, at now: Date,
    in transaction: any StoreWriting
  ) throws -> FirstFactor? {
    if let known {
      let evidence = try proof.identity.continuity?.confirm(known.evidence, withSecondFactor: true)
      return .user(
        known.userID, proof.sessionProof(of: known.id, at: now),
        ProvenUse(attributes: proof.identity.attributes, evidence: evidence))
    }
    guard opening.application.secondFactor.isRequired else { return nil }
    try opening.application.signUp.requireSignUp(by: proof.identity.key, at: now, in: transaction)
    return .signUp(SignUpProof(proof, at: now))
  }
}
