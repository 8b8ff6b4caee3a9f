import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardServerRules
import DoorwardSignIn
import DoorwardStore
import DoorwardSystem
import Foundation
import Testing

/// Sign-ins that arrive together share a transaction of the database. Each has the result that it would have alone.
@Suite("PostgreSQL store: batches of sign-ins")
struct WriteBatchTests {
  /// A sign-up by a wallet.
  private struct SignUp: Sendable {
    let user: User
    let identity: Identity
    let challenge: ChallengeID

    init() throws {
      user = try User.sample()
      identity = try Identity.sample(of: user, key: IdentityKey(kind: .ethereum, identifier: user.id.text))
      challenge = try newChallenge()
    }

    /// The same wallet as another user, with another challenge.
    init(repeating other: SignUp) throws {
      user = try User.sample()
      identity = try Identity.sample(of: user, key: other.identity.key)
      challenge = try newChallenge()
    }
  }

  private enum Outcome: Equatable {
    case signedUp
    /// The wallet belongs to a user.
    case known(User.ID)
    case challengeUsed
  }

  private func run(
    _ signUp: SignUp, in store: PostgreSQLStore, throwing refusal: Refusal? = nil
  ) async throws -> Outcome {
    let reads = PrefetchedReads.signIn(
      by: signUp.identity.key, applicationID: "default", repeating: nil, at: moment(0))
    return try await store.writeAtRepeatableRead(prefetching: reads) { transaction in
      if let refusal, !refusal.isAfterChange { throw refusal }
      let held = try transaction.identities(ofUserWith: signUp.identity.key)
      guard try transaction.spend(signUp.challenge, until: moment(9)) else { return .challengeUsed }
      if let refusal { throw refusal }
      if let known = held.first {
        try transaction.noteSignIn(of: known.userID, at: moment(1))
        return .known(known.userID)
      }
      try transaction.insert(signUp.user)
      try transaction.insert(signUp.identity)
      try transaction.grant(.whole, of: signUp.user.id, to: "default")
      return .signedUp
    }
  }

  private struct Refusal: Error, Equatable {
    let isAfterChange: Bool
  }

  /// Runs the transactions so that they arrive while the only connection is busy.
  private func inOneBatch<Value: Sendable>(
    _ count: Int, in store: PostgreSQLStore, meanwhile: () async throws -> Void = {},
    _ body: @escaping @Sendable (Int) async throws -> Value
  ) async throws -> [Result<Value, any Error>] {
    let (isBusy, isFree) = (Monitor(false), Monitor(false))
    async let busy: Void = store.writeAtRepeatableRead(
      prefetching: .refresh(of: try Session.ID(at: moment(0), random: .system), applicationID: "default")
    ) { _ in
      isBusy.signal { $0 = true }
      _ = isFree.wait(until: .now.advanced(by: .seconds(20))) { $0 ? () : nil }
    }
    try await wait(until: "the connection is busy") { isBusy.withLock { $0 } }
    async let results = withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
      for index in 0..<count {
        group.addTask {
          do { return (index, .success(try await body(index))) } catch { return (index, .failure(error)) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
    try await wait(until: "all have arrived") { store.waitingSignIns == count }
    try await meanwhile()
    isFree.signal { $0 = true }
    try await busy
    return await results
  }

  private func withStore(_ body: (PostgreSQLStore, HostileProxy) async throws -> Void) async throws {
    let database = try await MigratedDatabase.make()
    let proxy = try HostileProxy(to: database.server.port)
    let url = database.server.url(database.name, port: proxy.port)
    let options = PostgreSQLStoreOptions(connections: 1)
    try await PostgreSQLStore.with(database, url: url, options: options) { try await body($0, proxy) }
  }

  @Test func signUpsThatArriveTogetherShareTwoRoundTrips() async throws {
    try await withStore { store, proxy in
      let signUps = try (0..<16).map { _ in try SignUp() }
      // The statements are prepared.
      _ = try await run(SignUp(), in: store)
      let before = proxy.roundTrips
      let results = try await inOneBatch(16, in: store) { try await run(signUps[$0], in: store) }
      // The transaction that keeps the connection busy takes up to two.
      #expect(proxy.roundTrips - before <= 4)
      for result in results { #expect(try result.get() == .signedUp) }
      for signUp in signUps {
        #expect(try await store.read { try $0.identity(signUp.identity.key) } == signUp.identity)
      }
    }
  }

  @Test func transactionsAboutOneUserSeeEachOther() async throws {
    try await withStore { store, _ in
      let first = try SignUp()
      let second = try SignUp(repeating: first)
      let results = try await inOneBatch(2, in: store) { index in
        try await run([first, second][index], in: store)
      }
      let outcomes = try results.map { try $0.get() }
      let winner = try #require(try await store.read { try $0.identity(first.identity.key) }).userID
      #expect(outcomes.filter { $0 == .signedUp }.count == 1)
      #expect(outcomes.contains(.known(winner)))
    }
  }

  @Test func challengeIsSpentByOneOfBatch() async throws {
    try await withStore { store, _ in
      let spent = try SignUp()
      #expect(try await store.write { try $0.spend(spent.challenge, until: moment(9)) })
      let signUps = try (0..<5).map { _ in try SignUp() } + [spent]
      let results = try await inOneBatch(6, in: store) { try await run(signUps[$0], in: store) }
      #expect(try results.map { try $0.get() } == Array(repeating: .signedUp, count: 5) + [.challengeUsed])
    }
  }

  @Test(arguments: [false, true])
  func refusalOfOneDoesNotAffectOthers(_ isAfterChange: Bool) async throws {
    try await withStore { store, _ in
      let signUps = try (0..<5).map { _ in try SignUp() }
      let results = try await inOneBatch(5, in: store) { index in
        try await run(
          signUps[index], in: store, throwing: index == 2 ? Refusal(isAfterChange: isAfterChange) : nil)
      }
      for (index, result) in results.enumerated() where index != 2 {
        #expect(try result.get() == .signedUp)
      }
      #expect(throws: Refusal(isAfterChange: isAfterChange)) { try results[2].get() }
      // The change before the refusal is undone.
      #expect(try await store.write { try $0.spend(signUps[2].challenge, until: moment(9)) })
    }
  }

  @Test func batchWhoseCommitHasNoAnswerIsUncertainForEach() async throws {
    try await withStore { store, proxy in
      let signUps = try (0..<4).map { _ in try SignUp() }
      let runs = Monitor(0)
      let results = try await inOneBatch(4, in: store) { index in
        try await store.writeAtRepeatableRead(
          prefetching: .signIn(
            by: signUps[index].identity.key, applicationID: "default", repeating: nil, at: moment(0))
        ) { transaction in
          _ = try transaction.identities(ofUserWith: signUps[index].identity.key)
          runs.withLock { $0 += 1 }
          if index == 0 { proxy.behave(.fail(sqlState: "08006")) }
          try transaction.insert(signUps[index].user)
        }
      }
      proxy.behave(.pass)
      #expect(runs.withLock { $0 } == 4)
      for result in results { #expect(throws: StoreError(.uncertain, "")) { try result.get() } }
    }
  }

  @Test func waitingTransactionsAreRunBeforeStoreIsClosed() async throws {
    let database = try await MigratedDatabase.make()
    let store = try await PostgreSQLStore.open(
      PostgreSQLSettings(database.url), options: PostgreSQLStoreOptions(connections: 1))
    let signUps = try (0..<40).map { _ in try SignUp() }
    let closing = Monitor<Task<Void, Never>?>(nil)
    let results = try await inOneBatch(
      40, in: store,
      meanwhile: {
        closing.withLock { $0 = Task { await store.close() } }
        try await Task.sleep(for: .milliseconds(100))
      }
    ) { index in try await run(signUps[index], in: store) }
    await closing.withLock { $0 }?.value
    for result in results { #expect(try result.get() == .signedUp) }
  }

  @Test func lostConnectionBeforeCommitIsReplacedAndEachSucceeds() async throws {
    try await withStore { store, proxy in
      let signUps = try (0..<4).map { _ in try SignUp() }
      let isCut = Monitor(false)
      let results = try await inOneBatch(4, in: store) { index in
        try await store.writeAtRepeatableRead(
          prefetching: .signIn(
            by: signUps[index].identity.key, applicationID: "default", repeating: nil, at: moment(0))
        ) { transaction in
          try transaction.insert(signUps[index].user)
          let isFirst = isCut.withLock { isCut in
            defer { isCut = true }
            return !isCut
          }
          if isFirst { proxy.cutAll() }
          return try transaction.user(signUps[index].user.id)
        }
      }
      for (index, result) in results.enumerated() { #expect(try result.get() == signUps[index].user) }
    }
  }
}
