import Encodings
import HTTPCore

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
      let (user, isNew) = try resolveUser(identity, opening, ids, now, transaction)
      let session = try sessions.open(for: user, by: identity, opening, ids, now, transaction)
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

  /// Adds the proven identity to `user`.
  ///
  /// - Parameters:
  ///   - proof: the proof of the identity.
  ///   - user: whose it becomes.
  ///   - upgrade: registers the user with it; set where they were anonymous as their token was looked at.
  /// - Throws: ``Problem`` 401 as ``signIn(_:_:)`` does, 409 `identity_taken` where another user holds it, and
  ///   409 `too_many_identities` where this one has as many as there may be.
  func link(_ proof: PreparedProof, to user: User.ID, upgrade: AnonymousUpgrade? = nil) async throws {
    let ids = try FreshIDs(random)
    let now = clock.now
    try await spending(proof) { identity, transaction in
      // The account may have been deleted since the caller's token was looked at.
      guard try transaction.user(user) != nil else { throw Problem.invalidToken }
      if var known = try transaction.identity(identity.key) {
        // An anonymous user had no identity: that this one is theirs by now is another link's doing.
        guard upgrade == nil || known.userID != user else { throw Problem.invalidToken }
        guard known.userID == user else { throw Problem.identityTaken }
        known.wallet = identity.wallet.filling(known.wallet)
        known.lastUsedAt = now
        try transaction.update(known)
        try identity.continuity?.renew(known, in: transaction)
      } else if let upgrade {
        _ = try upgrade.register(at: now, in: transaction)
        try add(identity, ids.identity, to: user, verifiedAt: now, lastUsedAt: nil, transaction)
      } else {
        let limit = Int(limits.identitiesPerUser)
        guard try transaction.identities(of: user, after: nil, limit: limit).count < limit else {
          throw Problem.tooManyIdentities
        }
        try add(identity, ids.identity, to: user, verifiedAt: now, lastUsedAt: nil, transaction)
      }
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
  ) throws -> (User, isNew: Bool) {
    // An identity that has a user signs in that one, whatever token came along: two users are never merged.
    if var known = try transaction.identity(identity.key), var user = try transaction.user(known.userID) {
      try identity.continuity?.confirm(known, in: transaction)
      known.wallet = identity.wallet.filling(known.wallet)
      known.lastUsedAt = now
      try transaction.update(known)
      user.lastSignInAt = now
      try transaction.update(user)
      return (user, false)
    }
    if let user = try opening.upgrade?.register(at: now, in: transaction) {
      try add(identity, ids.identity, to: user.id, verifiedAt: now, lastUsedAt: now, transaction)
      return (user, false)
    }
    let user = User(id: ids.user, kind: .registered, createdAt: now, lastSignInAt: now)
    try transaction.insert(user)
    try add(identity, ids.identity, to: user.id, verifiedAt: now, lastUsedAt: now, transaction)
    return (user, true)
  }

  private func add(
    _ identity: ProvenIdentity, _ id: Identity.ID, to user: User.ID, verifiedAt: Date, lastUsedAt: Date?,
    _ transaction: any StoreWriting
  ) throws {
    let added = Identity(
      id: id, userID: user, key: identity.key, wallet: identity.wallet, verifiedAt: verifiedAt,
      lastUsedAt: lastUsedAt)
    try transaction.insert(added)
    try identity.continuity?.renew(added, in: transaction)
  }
}

extension Problem {
  static var identityTaken: Problem {
    Problem(
      status: 409, code: "identity_taken",
      detail: "This wallet already belongs to another account. Sign in with it there and remove it first.")
  }

  static var tooManyIdentities: Problem {
    Problem(
      status: 409, code: "too_many_identities",
      detail: "This account has as many wallets as it may have. Remove one, then add this one again.")
  }
}
