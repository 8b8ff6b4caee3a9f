import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes anonymous users and opens their sessions.
package struct AnonymousAdmission: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let sessions: SessionAdmission

  package init(
    store: any Store, clock: WallClock, random: RandomSource, lifetimes: Lifetimes, limits: AccountLimits
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    sessions = SessionAdmission(lifetimes: lifetimes, limits: limits)
  }

  /// Signs in a user without a proof: an anonymous user, who can sign in only with this session.
  ///
  /// - Parameters:
  ///   - method: the method that lets the user in.
  ///   - opening: the values that the session is opened with.
  /// - Returns: the user.
  /// - Throws: ``StoreError``.
  package func signIn(by method: SignInMethodName, _ opening: SessionOpening) async throws -> SignedIn {
    let now = clock.now
    let ids = try FreshIDs(at: now, random)
    let repetition = SignInRepetition(ofAnonymousUser: opening)
    return try await store.write { [sessions] transaction in
      var id = repetition?.session ?? ids.session
      if let repetition, let opened = try transaction.lockedSession(id) {
        if let known = try repetition.anonymousUser(opened, at: now, in: transaction) { return known }
        id = ids.session
      }
      let user = User(id: ids.user, kind: .anonymous, createdAt: now, lastSignInAt: now)
      try transaction.insert(user)
      try transaction.record(
        .userCreated(.anonymous), about: opening.subjects(user.id), by: opening.origin(user.id), at: now)
      let proof = SessionProof(identity: nil, method: method, assurance: .none, provenAt: now)
      let (session, _) = try sessions.open(
        id, salt: ids.salt, for: user, isNewUser: true, by: [proof], opening,
        refresh: RefreshRotation(keyHash: repetition?.request.keyHash), at: now, in: transaction)
      return SignedIn(
        user: user, session: session, isNewUser: true,
        view: UserView(ofNew: user, []))
    }
  }
}
