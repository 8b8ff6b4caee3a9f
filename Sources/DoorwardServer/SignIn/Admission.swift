import DoorwardHTTP
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one place where a proof becomes a signed-in user.
///
/// Spending the challenge, finding or making the user and opening the session are one transaction: of any
/// number of uses of one challenge exactly one wins, and none leaves half of it behind.
struct Admission: Sendable {
  let store: any Store
  let clock: WallClock
  let random: RandomSource
  let lifetimes: ServerConfiguration.Lifetimes
  let limits: ServerConfiguration.Limits

  private var sessions: SessionAdmission { SessionAdmission(lifetimes: lifetimes, limits: limits) }

  /// What came of a sign-in.
  struct Outcome: Sendable {
    let user: User
    let session: Session
    let isNewUser: Bool
  }

  /// Signs in whoever the proof shows.
  ///
  /// - Throws: ``Problem`` 401 where the challenge is spent or expired, or the signature does not hold, and
  ///   what the identity's ``IdentityContinuity`` refuses with; ``StoreError``.
  func signIn(_ proof: PreparedProof, _ opening: SessionOpening) async throws -> Outcome {
    let ids = try FreshIDs(random)
    let now = clock.now
    return try await spending(proof) { [sessions] identity, transaction in
      let (user, held, isNew) = try resolveUser(identity, opening, ids, now, transaction)
      let session = try sessions.open(for: user, by: (held, identity), opening, ids, now, transaction)
      return Outcome(user: user, session: session, isNewUser: isNew)
    }
  }

  /// Lets a visitor in who proves nothing: an anonymous user, and the session that is their only way in.
  ///
  /// - Throws: ``StoreError``.
  func welcome(_ opening: SessionOpening) async throws -> Outcome {
    let ids = try FreshIDs(random)
    let now = clock.now
    return try await store.write { [sessions] transaction in
      let user = User(id: ids.user, kind: .anonymous, createdAt: now, lastSignInAt: now)
      try transaction.insert(user)
      let session = try sessions.open(for: user, by: nil, opening, ids, now, transaction)
      return Outcome(user: user, session: session, isNewUser: true)
    }
  }

  /// Adds the proven identity to the caller's account.
  ///
  /// - Parameters:
  ///   - proof: the proof of the identity.
  ///   - caller: the user who gets the identity.
  ///   - confirmation: that the identity may leave another account; nil if it may not. See ``IdentityMove``.
  ///   - upgrade: registers the user by this identity; set if the user was anonymous when the token was checked.
  /// - Throws: ``Problem`` 401 as ``signIn(_:_:)`` does, 409 `identity_in_use` if another account has the identity,
  ///   and 409 `too_many_identities` if this account has as many as it may have.
  func link(
    _ proof: PreparedProof, to caller: Caller, moving confirmation: MoveConfirmation?,
    upgrade: AnonymousUpgrade? = nil
  ) async throws {
    let user = caller.user.id
    let ids = try FreshIDs(random)
    let now = clock.now
    try await spending(proof) { identity, transaction in
      // It may have ended, with the identity it rested on, since the caller's token was checked.
      _ = try transaction.liveSession(of: caller, at: now)
      // Everything that can refuse comes before the first write: a refusal keeps the spend, and what stands by then.
      try upgrade?.requireAnonymous(in: transaction)
      if let known = try transaction.identity(identity.key) {
        guard known.userID != user else {
          if try identity.continuity?.isContinuous(with: known, in: transaction) ?? true {
            return try renew(known, by: identity, at: now, transaction)
          }
          // The identity may have a new holder. It starts anew: its age and what it has proven do not carry over.
          try transaction.remove(known, at: now)
          _ = try add(identity, ids.identity, to: user, verifiedAt: now, lastUsedAt: nil, transaction)
          return
        }
        let move = try IdentityMove(of: known, by: identity, in: transaction)
        // The other account may have changed since the offer: then the user is asked again.
        guard let confirmation, confirmation.covers(move) else { throw move.offer }
        try requireRoom(for: user, transaction)
        try move.release(at: now, in: transaction)
      } else {
        try requireRoom(for: user, transaction)
      }
      let session = try upgrade?.register(at: now, in: transaction).session
      let added = try add(identity, ids.identity, to: user, verifiedAt: now, lastUsedAt: nil, transaction)
      if let session { try AnonymousUpgrade.bind(session, to: added, in: transaction) }
    }
  }

  private func renew(
    _ known: Identity, by identity: ProvenIdentity, at now: Date, _ transaction: any StoreWriting
  ) throws {
    var known = known
    known.wallet = identity.wallet.filling(known.wallet)
    known.lastUsedAt = now
    try transaction.update(known)
    try identity.continuity?.renew(known, in: transaction)
  }

  private func requireRoom(for user: User.ID, _ transaction: any StoreWriting) throws {
    let limit = Int(limits.identitiesPerUser)
    guard try transaction.identities(of: user, after: nil, limit: limit).count < limit else {
      throw Problem.tooManyIdentities
    }
  }

  /// Spends the challenge, then checks the signature, then runs `body`, all in one transaction.
  ///
  /// A refusal of the signature, or of the identity, keeps the spend: whoever fails asks for a new challenge.
  private func spending<Value: Sendable>(
    _ proof: PreparedProof,
    _ body: @escaping @Sendable (ProvenIdentity, any StoreWriting) throws -> Value
  ) async throws -> Value {
    let result: Result<Value, Problem> = try await store.write { [clock] transaction in
      // Looked at here and not before: the writer may have kept this waiting until others forgot the spend.
      guard clock.now < proof.expiresAt else { return .failure(.challengeExpired) }
      guard try transaction.spend(proof.challenge, until: proof.expiresAt) else {
        return .failure(.challengeUsed)
      }
      do {
        let identity = try proof.verify()
        return .success(try body(identity, transaction))
      } catch let problem as Problem {
        return .failure(problem)
      }
    }
    return try result.get()
  }

  private func resolveUser(
    _ identity: ProvenIdentity, _ opening: SessionOpening, _ ids: FreshIDs, _ now: Date,
    _ transaction: any StoreWriting
  ) throws -> (User, Identity, isNew: Bool) {
    // An identity that has a user signs in that one, whatever token came along: two users are never merged.
    if var known = try transaction.identity(identity.key), var user = try transaction.user(known.userID) {
      try identity.continuity?.confirm(known, in: transaction)
      known.wallet = identity.wallet.filling(known.wallet)
      known.lastUsedAt = now
      try transaction.update(known)
      user.lastSignInAt = now
      try transaction.update(user)
      return (user, known, false)
    }
    if let upgrade = opening.upgrade {
      let user = try upgrade.register(at: now, in: transaction).user
      let added = try add(identity, ids.identity, to: user.id, verifiedAt: now, lastUsedAt: now, transaction)
      return (user, added, false)
    }
    let user = User(id: ids.user, kind: .registered, createdAt: now, lastSignInAt: now)
    try transaction.insert(user)
    let added = try add(identity, ids.identity, to: user.id, verifiedAt: now, lastUsedAt: now, transaction)
    return (user, added, true)
  }

  private func add(
    _ identity: ProvenIdentity, _ id: Identity.ID, to user: User.ID, verifiedAt: Date, lastUsedAt: Date?,
    _ transaction: any StoreWriting
  ) throws -> Identity {
    let added = Identity(
      id: id, userID: user, key: identity.key, wallet: identity.wallet, verifiedAt: verifiedAt,
      lastUsedAt: lastUsedAt)
    try transaction.insert(added)
    try identity.continuity?.renew(added, in: transaction)
    return added
  }
}

extension Problem {
  static var tooManyIdentities: Problem {
    Problem(
      status: 409, code: "too_many_identities",
      detail: "This account has as many wallets as it may have. Remove one, then add this one again.")
  }
}
