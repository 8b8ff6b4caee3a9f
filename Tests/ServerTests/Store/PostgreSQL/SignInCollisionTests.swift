import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardSignIn
import DoorwardStore
import DoorwardThreads
import Foundation
import Testing

/// The transaction of a sign-in is not serializable. It collides with the changes on which it depends, and with no others.
@Suite("PostgreSQL store: sign-ins beside other transactions")
struct SignInCollisionTests {
  /// A change that decides whether the user may sign in.
  enum Decision: CaseIterable {
    case ban
    case deletion
    case secondFactor

    func apply(to user: User.ID, _ transaction: any StoreWriting) throws {
      switch self {
      case .ban:
        try transaction.setBan(UserBan(reason: nil, bannedAt: moment(1), endsAt: nil), of: user)
      case .deletion:
        try transaction.schedule(PendingDeletion(requestedAt: moment(1), dueAt: moment(9)), of: user)
      case .secondFactor:
        try transaction.insert(
          SecondFactorRecord(
            id: try SecondFactorRecord.ID(at: moment(1), random: .system), userID: user,
            kind: .authenticator(SecondFactorRecord.Authenticator(sealedSecret: [1], lastStep: 0)),
            createdAt: moment(1)))
      }
      try transaction.endSessions(of: user, areBrief: false, leaving: 0, at: moment(1))
    }

    func isMade(for user: User.ID, _ snapshot: any StoreReading) throws -> Bool {
      switch self {
      case .ban: try snapshot.ban(of: user) != nil
      case .deletion: try snapshot.user(user)?.deletion != nil
      case .secondFactor: try !snapshot.secondFactors(of: user).isEmpty
      }
    }
  }

  /// Begins a transaction, runs another one between its reads and its first change, and lets it continue.
  ///
  /// - Returns: the number of times that the body of the first one ran.
  private func runs(
    ofSignInBy key: IdentityKey, reading: @escaping @Sendable (any StoreWriting) throws -> Bool,
    beside other: @escaping @Sendable (any StoreWriting) throws -> Void,
    in store: PostgreSQLStore, changing: @escaping @Sendable (any StoreWriting) throws -> Void
  ) async throws -> Int {
    let (runs, hasRead, isOtherDone) = (Monitor(0), Monitor(false), Monitor(false))
    let reads = PrefetchedReads.signIn(by: key, applicationID: "default", repeating: nil, at: moment(0))
    async let first: Void = store.write(prefetching: reads) { transaction in
      runs.withLock { $0 += 1 }
      let isAdmitted = try reading(transaction)
      hasRead.signal { $0 = true }
      _ = isOtherDone.wait(until: .now.advanced(by: .seconds(20))) { $0 ? () : nil }
      if isAdmitted { try changing(transaction) }
    }
    try await wait(until: "the first transaction has read") { hasRead.withLock { $0 } }
    do {
      defer { isOtherDone.signal { $0 = true } }
      try await store.write(other)
    }
    try await first
    return runs.withLock { $0 }
  }

  @Test(arguments: Decision.allCases)
  func userWhoIsStoppedDuringSignInGetsNoSession(_ decision: Decision) async throws {
    try await withStore { store in
      let user = try User.sample()
      let identity = try Identity.sample(
        of: user, key: IdentityKey(kind: .ethereum, identifier: user.id.text))
      let session = try Session.sample(of: user)
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(identity)
      }
      let runs = try await runs(
        ofSignInBy: identity.key,
        reading: { transaction in try !decision.isMade(for: user.id, transaction) },
        beside: { transaction in try decision.apply(to: user.id, transaction) }, in: store,
        changing: { transaction in
          try transaction.noteSignIn(of: user.id, at: moment(2))
          try transaction.insert(session)
        })
      #expect(runs == 2)
      #expect(try await store.read { try $0.session(session.id) } == nil)
    }
  }

  @Test func signUpsAtTheSameTimeDoNotCollide() async throws {
    try await withStore { store in
      let users = try (0..<2).map { _ in try User.sample() }
      let identities = try users.map { user in
        try Identity.sample(of: user, key: IdentityKey(kind: .ethereum, identifier: user.id.text))
      }
      @Sendable func signUp(_ index: Int, _ transaction: any StoreWriting) throws {
        try transaction.insert(users[index])
        try transaction.insert(identities[index])
        try transaction.insert(Session.sample(of: users[index]))
        try transaction.grant(.whole, of: users[index].id, to: "default")
      }
      let runs = try await runs(
        ofSignInBy: identities[0].key,
        reading: { transaction in try transaction.identities(ofUserWith: identities[0].key).isEmpty },
        beside: { transaction in
          guard try transaction.identities(ofUserWith: identities[1].key).isEmpty else { return }
          try signUp(1, transaction)
        }, in: store, changing: { transaction in try signUp(0, transaction) })
      #expect(runs == 1)
      for user in users { #expect(try await store.read { try $0.grant(of: user.id, to: "default") } != nil) }
    }
  }

  private func withStore(_ body: (PostgreSQLStore) async throws -> Void) async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database, body)
  }
}
