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
      if let known {
        let evidence = try proof.identity.continuity?.confirm(known.evidence)
        let factors = try secondFactors.filter { try $0.isSetUp(for: known.userID, in: transaction) }
        if !factors.isEmpty {
          return .secondFactorRequired(
            SecondFactorRequest(
              id: ids.waiting, user: known.userID, applicationID: opening.application.id,
              carrier: opening.carrier,
              proof: proof.sessionProof(of: known.id, at: now),
              identity: ProvenUse(attributes: proof.identity.attributes, evidence: evidence),
              password: proof.conditions.lazy.compactMap(\.pendingPassword).first,
              methods: factors.map(\.name),
              expiresAt: now.addingTimeInterval(SecondFactorRequest.lifetime)))
        }
      }
      var (user, identities, isNew) = try resolveUser(proof, opening, known, ids, now, transaction)
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
          _ = try noteUse(
            of: known, by: identity, keeping: identity.continuity?.renew(known.evidence), at: now, transaction
          )
          return
        }
        // The identity may have a new holder. It starts anew: its age and its proofs do not carry over.
        try transaction.remove(known, at: now)
        _ = try add(identity, id, to: user, verifiedAt: now, lastUsedAt: nil, transaction)
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
    let added = try add(identity, id, to: user, verifiedAt: now, lastUsedAt: nil, transaction)
    if let session { try AnonymousUpgrade.bind(session, to: added, in: transaction) }
  }

  /// Stores that an identity was proven again.
  private func noteUse(
    of known: Identity, by identity: ProvenIdentity, keeping evidence: JSONObject?, at now: Date,
    _ transaction: any StoreWriting
  ) throws -> Identity {
    var known = known
    known.attributes = known.attributes.merging(patch: identity.attributes)
    known.evidence = evidence ?? known.evidence
    known.lastUsedAt = now
    try transaction.update(known)
    return known
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

  private func resolveUser(
    _ proof: VerifiedProof, _ opening: SessionOpening, _ known: Identity?, _ ids: FreshIDs, _ now: Date,
    _ transaction: any StoreWriting
  ) throws -> (User, [Identity], isNew: Bool) {
    let identity = proof.identity
    // An identity that has a user signs in that user, whatever token the request carried: two users are never merged.
    if let known, var user = try transaction.user(known.userID) {
      let evidence = try identity.continuity?.confirm(known.evidence)
      let used = try noteUse(of: known, by: identity, keeping: evidence, at: now, transaction)
      user.lastSignInAt = now
      try transaction.noteSignIn(of: user.id, at: now)
      return (user, [used], false)
    }
    try opening.application.signUp.requireSignUp(by: identity.key)
    let userName = proof.newUser?.userName.map { SignInIdentifier.userName($0).identity }
    if let userName, try transaction.identity(userName.key) != nil { throw Problem.userNameTaken }
    let user = try newUser(proof.newUser, opening, ids, now, transaction)
    var added = [
      try add(identity, ids.identity, to: user.id, verifiedAt: now, lastUsedAt: now, transaction)
    ]
    if let userName {
      added.append(
        try add(userName, ids.userName, to: user.id, verifiedAt: now, lastUsedAt: nil, transaction))
    }
    return (user, added, opening.upgrade == nil)
  }

  /// Makes the user of a sign-up, or registers the anonymous user who signs up.
  private func newUser(
    _ values: NewUser?, _ opening: SessionOpening, _ ids: FreshIDs, _ now: Date,
    _ transaction: any StoreWriting
  ) throws -> User {
    var user: User
    if let upgrade = opening.upgrade {
      user = try upgrade.register(at: now, in: transaction).user
      if let name = values?.name, user.profile.name == nil {
        user.profile.name = name
        try transaction.update(user)
      }
    } else {
      user = User(
        id: ids.user, kind: .registered, createdAt: now, profile: Profile(name: values?.name),
        lastSignInAt: now)
      try transaction.insert(user)
    }
    guard let hash = values?.passwordHash else { return user }
    try transaction.setPasswordHash(hash, of: user.id)
    user.hasPassword = true
    return user
  }

  private func add(
    _ identity: ProvenIdentity, _ id: Identity.ID, to user: User.ID, verifiedAt: Date, lastUsedAt: Date?,
    _ transaction: any StoreWriting
  ) throws -> Identity {
    let added = Identity(
      id: id, userID: user, key: identity.key, attributes: identity.attributes,
      evidence: identity.continuity?.renew(JSONObject()) ?? JSONObject(), verifiedAt: verifiedAt,
      lastUsedAt: lastUsedAt)
    try transaction.insert(added)
    return added
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
