package import DoorwardHTTP
import DoorwardIdentifiers
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
/// One transaction spends the challenge, if there is one, finds or makes the user, and opens the session. Of any number
/// of uses of one challenge exactly one succeeds, and a refused use changes nothing else.
package struct Admission: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let limits: AccountLimits
  private let sessions: SessionAdmission
  private let secondFactors: [any SecondFactor]
  private let guesses: GuessLimits

  package init(
    store: any Store, clock: WallClock, random: RandomSource, lifetimes: Lifetimes, limits: AccountLimits,
    guesses: GuessLimits, secondFactors: [any SecondFactor] = []
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.limits = limits
    sessions = SessionAdmission(lifetimes: lifetimes, limits: limits)
    self.secondFactors = secondFactors
    self.guesses = guesses
  }

  /// Signs in the user whom the proof shows.
  ///
  /// - Parameters:
  ///   - proof: the verified proof.
  ///   - opening: the values that the session is opened with.
  /// - Returns: the signed-in user; or that the user must prove a second factor first.
  /// - Throws: `Problem` 401 if the challenge is spent or expired; the refusal of the identity's
  ///   ``IdentityContinuity``; ``StoreError``.
  package func signIn(_ proof: VerifiedProof, _ opening: SessionOpening) async throws -> SignInOutcome {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let repetition = proof.challenge.flatMap { SignInRepetition(of: $0.id, opening) }
    return try await spending(
      proof,
      unless: { transaction in
        try repetition?.outcome(
          at: now, of: transaction.identity(proof.identity.key)?.id, in: transaction)
      }
    ) {
      [sessions, secondFactors, guesses] transaction in
      // Before the first write: the first factor alone changes nothing. A new user has no second factor.
      let known = try transaction.identity(proof.identity.key)
      guard known == nil || proof.newUser == nil else { throw Problem.signedUpBefore(proof.identity) }
      if !proof.conditions.isEmpty {
        let user = try known.flatMap { try transaction.user($0.userID) }
        for condition in proof.conditions { try condition.check(user, in: transaction) }
      }
      if let first = try firstFactor(proof, known, opening, at: now, in: transaction) {
        let methods = try secondFactors.filter {
          try $0.isAvailable(after: first, in: opening.application, transaction)
        }
        if !methods.isEmpty || opening.application.secondFactor.isRequired {
          return .secondFactorRequired(
            SecondFactorRequest(
              id: ids.waiting, first: first, opening, methods: methods.map(\.name),
              password: proof.conditions.lazy.compactMap(\.pendingPassword).first, at: now))
        }
      }
      var (user, identities, isNew) = try transaction.resolveUser(of: proof, opening, known, ids, at: now)
      let identity = identities[0]
      if !proof.conditions.isEmpty {
        for condition in proof.conditions { try condition.admit(user, at: now, in: transaction) }
        user = try transaction.user(user.id) ?? user
      }
      let sessionProof = proof.sessionProof(of: identity.id, at: now)
      let session = try sessions.open(
        repetition?.session ?? ids.session, salt: ids.salt, for: user, isNewUser: isNew, by: [sessionProof],
        opening, refresh: RefreshRotation(keyHash: repetition?.keyHash), at: now, in: transaction)
      let view =
        try isNew
        ? UserView(ofNew: user, identities) : UserView(user, for: opening.application.id, in: transaction)
      try guesses.forget(view.identities, in: transaction)
      return .signedIn(SignedIn(user: user, session: session, isNewUser: isNew, view: view))
    }
  }

  /// The first factor of a sign-in that may need a second one; nil for a sign-up that needs none.
  private func firstFactor(
    _ proof: VerifiedProof, _ known: Identity?, _ opening: SessionOpening, at now: Date,
    in transaction: any StoreWriting
  ) throws -> FirstFactor? {
    if let known {
      let evidence = try proof.identity.continuity?.confirm(known.evidence)
      return .user(
        known.userID, proof.sessionProof(of: known.id, at: now),
        ProvenUse(attributes: proof.identity.attributes, evidence: evidence))
    }
    guard opening.application.secondFactor.isRequired else { return nil }
    try opening.application.signUp.requireSignUp(by: proof.identity.key)
    return .signUp(SignUpProof(proof, at: now))
  }

  /// Signs in a user who proves nothing: an anonymous user, whose only way to sign in is the session.
  ///
  /// - Parameters:
  ///   - method: the method that lets the user in.
  ///   - opening: the values that the session is opened with.
  /// - Returns: the user.
  /// - Throws: ``StoreError``.
  package func signInAnonymously(by method: SignInMethodName, _ opening: SessionOpening) async throws
    -> SignedIn
  {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    return try await store.write { [sessions] transaction in
      let user = User(id: ids.user, kind: .anonymous, createdAt: now, lastSignInAt: now)
      try transaction.insert(user)
      let proof = SessionProof(identity: nil, method: method, assurance: .none, provenAt: now)
      let session = try sessions.open(
        ids.session, salt: ids.salt, for: user, isNewUser: true, by: [proof], opening,
        refresh: RefreshRotation(),
        at: now, in: transaction)
      return SignedIn(
        user: user, session: session, isNewUser: true,
        view: try UserView(user, for: opening.application.id, in: transaction))
    }
  }

  /// Adds the proven identity to the caller's account.
  ///
  /// - Parameters:
  ///   - proof: the verified proof of the identity.
  ///   - caller: the user who gets the identity.
  ///   - application: the application that gets the answer.
  ///   - confirmation: that the identity may leave another account; nil if it may not. See ``IdentityMove``.
  /// - Returns: the user as the application sees them.
  /// - Throws: `Problem` 401 as ``signIn(_:_:)``, 409 `identity_in_use` if another account has the identity, and 409
  ///   `too_many_identities` if this account has the most identities allowed; ``StoreError``.
  package func link(
    _ proof: VerifiedProof, to caller: Caller, of application: Application,
    moving confirmation: MoveConfirmation?
  ) async throws -> UserView {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    // A user who was anonymous when the token was checked is registered by this identity.
    let upgrade = AnonymousUpgrade(caller)
    return try await spending(proof) { transaction in
      // The session may have ended, with the identity that it rested on, since the caller's token was checked.
      _ = try transaction.liveSession(of: caller, at: now)
      try link(
        proof.identity, ids.identity, to: caller.user.id, of: application, confirmation, upgrade, at: now,
        transaction)
      guard let view = try UserView(of: caller.user.id, for: application.id, in: transaction) else {
        throw Problem.invalidToken
      }
      return view
    }
  }

  private func link(
    _ identity: ProvenIdentity, _ id: Identity.ID, to user: User.ID, of application: Application,
    _ confirmation: MoveConfirmation?, _ upgrade: AnonymousUpgrade?, at now: Date,
    _ transaction: any StoreWriting
  ) throws {
    // Everything that can refuse comes before the first write: a refusal keeps the spend, and the writes before it.
    try upgrade?.requireAnonymous(in: transaction)
    if let known = try transaction.identity(identity.key) {
      guard known.userID != user else {
        if identity.continuity?.isContinuous(with: known.evidence) ?? true {
          _ = try transaction.noteUse(
            of: known, by: identity, keeping: identity.continuity?.renew(known.evidence), at: now)
          return
        }
        // The identity may have a new holder. It starts anew: its age and its proofs do not carry over.
        try transaction.remove(known, at: now)
        _ = try transaction.add(identity, id, to: user, verifiedAt: now, lastUsedAt: nil)
        return
      }
      let move = try IdentityMove(of: known, by: identity, in: transaction)
      // The other account may have changed since the offer. Then the user is asked again.
      guard let confirmation, confirmation.covers(move) else { throw move.offer }
      try requireRoom(for: user, transaction)
      try move.release(at: now, in: transaction)
    } else {
      try requireRoom(for: user, transaction)
    }
    if upgrade != nil { try application.signUp.requireSignUp(by: identity.key) }
    let session = try upgrade?.register(at: now, in: transaction).session
    let added = try transaction.add(identity, id, to: user, verifiedAt: now, lastUsedAt: nil)
    if let session { try AnonymousUpgrade.bind(session, to: added, in: transaction) }
  }

  private func requireRoom(for user: User.ID, _ transaction: any StoreWriting) throws {
    let limit = Int(limits.identitiesPerUser)
    guard try transaction.identities(of: user, after: nil, limit: limit).count < limit else {
      throw Problem.tooManyIdentities
    }
  }

  /// Spends the challenge of a proof, if it has one, then runs `body`, in one transaction.
  ///
  /// A refusal by `body` keeps the spend: the client asks for a new challenge.
  ///
  /// - Parameters:
  ///   - proof: the verified proof.
  ///   - known: returns the outcome if the request repeats one that has already succeeded. Then nothing is spent.
  ///   - body: the work of the transaction.
  /// - Returns: the result of `known` or `body`.
  /// - Throws: `Problem`; ``StoreError``.
  private func spending<Value: Sendable>(
    _ proof: VerifiedProof,
    unless known: @escaping @Sendable (any StoreWriting) throws -> Value? = { _ in nil },
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    let result: Result<Value, Problem> = try await store.write { [clock] transaction in
      if let value = try known(transaction) { return .success(value) }
      if let challenge = proof.challenge {
        // The time is read here: the request may have waited for the writer until other processes forgot the spend.
        guard clock.now < challenge.expiresAt else { return .failure(.challengeExpired) }
        guard try transaction.spend(challenge.id, until: challenge.expiresAt) else {
          return .failure(.challengeUsed)
        }
      }
      do {
        return .success(try body(transaction))
      } catch let problem as Problem {
        return .failure(problem)
      }
    }
    return try result.get()
  }
}

extension Problem {
  /// The identity of a sign-up has a user since the sign-up began.
  fileprivate static func signedUpBefore(_ identity: ProvenIdentity) -> Problem {
    identity.key.kind == .userName ? .userNameTaken : .addressInUse
  }

  package static var tooManyIdentities: Problem {
    Problem(
      status: 409, code: WireCode.tooManyIdentities,
      detail:
        "This account has the most ways to sign in that it may have. Remove one, then add this one again.")
  }
}
