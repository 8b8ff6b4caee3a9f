import DoorwardPostgreSQLStore
import DoorwardProvider
import DoorwardServer
import DoorwardServerRules
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardSystem
import Foundation
import Testing

/// The transaction of a sign-in is not serializable. It collides with the changes on which it depends, and with no others. See also
/// ``SignInBesideDecisionTests``.
@Suite("PostgreSQL store: sign-ins beside other transactions")
struct SignInCollisionTests {
  /// Begins a transaction, runs another one between its reads and its first change, and lets it continue.
  ///
  /// - Returns: the number of times that the body of the first one ran.
  private func runs(
    ofSignInBy key: IdentityKey, reading: @escaping @Sendable (any StoreWriting) throws -> Bool,
    beside other: @escaping @Sendable (any StoreWriting) throws -> Void,
    in store: PostgreSQLStore, changing: @escaping @Sendable (any StoreWriting) throws -> Void
  ) async throws -> Int {
    let reads = Self.signIn(by: key)
    return try await runs(
      of: { body in try await store.writeAtRepeatableRead(prefetching: reads, body) }, reading: reading,
      beside: { try await store.write(other) }, changing: changing)
  }

  private func runs(
    of first:
      @escaping @Sendable (@escaping @Sendable (any StoreWriting) throws -> Void) async throws -> Void,
    reading: @escaping @Sendable (any StoreWriting) throws -> Bool,
    beside other: @escaping @Sendable () async throws -> Void,
    changing: @escaping @Sendable (any StoreWriting) throws -> Void
  ) async throws -> Int {
    let (runs, hasRead, isOtherDone) = (Monitor(0), Monitor(false), Monitor(false))
    async let result: Void = first { transaction in
      runs.withLock { $0 += 1 }
      let isAdmitted = try reading(transaction)
      hasRead.signal { $0 = true }
      _ = isOtherDone.wait(until: .now.advanced(by: .seconds(20))) { $0 ? () : nil }
      if isAdmitted { try changing(transaction) }
    }
    try await wait(until: "the first transaction has read") { hasRead.withLock { $0 } }
    do {
      defer { isOtherDone.signal { $0 = true } }
      try await other()
    }
    try await result
    return runs.withLock { $0 }
  }

  private static func signIn(by key: IdentityKey) -> PrefetchedReads {
    .signIn(by: key, applicationID: "default", repeating: nil, at: moment(0))
  }

  /// The reset of a password is a sign-in that ends all sessions. A code of the page is exchanged at the same time.
  @Test func sessionOpenedFromPageDoesNotSurviveResetOfPassword() async throws {
    try await withStore { store in
      let user = try User.sample()
      let identity = try Identity.sample(
        of: user, key: IdentityKey(kind: .email, identifier: "ada@example.com"))
      var opened = try Session.sample(of: user)
      opened.proofs = [try .sample(.emailCode)]
      let page = opened
      let ids = try FreshIDs(at: moment(1), .system)
      var application = Application.sample
      application.offers[.code] = CodeOffer(channels: [.email])
      application.client.scopes = .whole
      let opening = ClientSessionOpening(
        sessions: SessionAdmission(lifetimes: Lifetimes(), limits: AccountLimits()), unrefreshedLifetime: 60)
      try await store.write { transaction in
        try transaction.insert(user)
        try transaction.insert(identity)
        try transaction.insert(page)
      }
      let runs = try await runs(
        of: { body in try await store.write(body) },
        reading: { transaction in try transaction.lockedSession(page.id)?.isLive(at: moment(1)) == true },
        beside: {
          try await store.writeAtRepeatableRead(prefetching: Self.signIn(by: identity.key)) { transaction in
            try transaction.setPasswordHash("new", of: user.id)
            try transaction.endSessions(of: user.id, except: nil, because: .signedOut, at: moment(1))
          }
        },
        changing: { [application] transaction in
          _ = try opening.open(
            from: page, for: application, granting: .whole, shown: Scopes([]), ids: ids,
            to: ClientDescription(), at: moment(1),
            in: transaction)
        })
      #expect(runs == 2)
      #expect(try await store.read { try $0.session(ids.session) } == nil)
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
