import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardStore
import DoorwardSystem
import Foundation
import Testing

@Suite("PostgreSQL store: transactions")
struct PostgreSQLTransactionTests {
  @Test func transactionContinuesAfterConflictAndMissingRow() async throws {
    try await withStore { store in
      let user = try User.sample()
      let stranger = try User.sample()
      try await store.write { try $0.insert(user) }
      let (codes, runs) = try await store.write { transaction in
        var codes: [StoreError.Code] = []
        func note(_ change: () throws -> Void) throws {
          do { try change() } catch let error as StoreError { codes.append(error.code) }
        }
        try note { try transaction.insert(user) }
        try note { try transaction.insert(Session.sample(of: stranger)) }
        try note { try transaction.update(stranger) }
        try transaction.insert(stranger)
        try note { try transaction.insert(stranger) }
        try transaction.noteSignIn(of: stranger.id, at: moment(7))
        return (codes, 1)
      }
      #expect(codes == [.conflict, .missing, .missing, .conflict])
      #expect(runs == 1)
      #expect(try await store.read { try $0.user(stranger.id)?.lastSignInAt } == moment(7))
    }
  }

  @Test(arguments: ["", "pooler=transaction"]) func noQueryIsCompiledToMachineCode(_ parameters: String)
    async throws
  {
    let server = try await PostgreSQLServer.start([
      "session_preload_libraries": "auto_explain", "auto_explain.log_min_duration": "0",
      // The log then has the time of a compilation.
      "auto_explain.log_analyze": "on",
    ])
    try await PostgreSQLStore.with(url: server.url("postgres", parameters)) { store in
      // No index has the order of these lists.
      _ = try await store.read { try ($0.signingKeys(), $0.applications()) }
    }
    let log = try String(contentsOfFile: "\(server.path)/server.log", encoding: .utf8)
    #expect(log.contains("Seq Scan on signing_keys"))
    #expect(!log.contains("JIT:"))
  }

  @Test func bodyRunsOnceIfEachResultIsExpected() async throws {
    try await withStore { store in
      let runs = Monitor(0)
      let user = try User.sample()
      let challenge = try newChallenge()
      try await store.write { transaction in
        runs.withLock { $0 += 1 }
        #expect(try transaction.spend(challenge, until: moment(1)))
        try transaction.insert(user)
        #expect(try transaction.user(user.id) == user)
        try transaction.insert(Session.sample(of: user))
      }
      #expect(runs.withLock { $0 } == 1)
    }
  }

  @Test func bodyThatHidesUnexpectedResultRunsAgain() async throws {
    try await withStore { store in
      let challenge = try await Self.spentChallenge(store)
      let user = try User.sample()
      let isFirst = try await store.write { transaction in
        let isFirst = try transaction.spend(challenge, until: moment(1))
        // The query fails if the failure of the spend is not known before it.
        _ = try? transaction.user(user.id)
        return isFirst
      }
      #expect(!isFirst)
    }
  }

  @Test func bodyThatThrowsAfterUnexpectedResultRunsAgain() async throws {
    try await withStore { store in
      let challenge = try await Self.spentChallenge(store)
      let outcome = Monitor<Bool?>(nil)
      await #expect(throws: Refusal()) {
        try await store.write { transaction in
          let isFirst = try transaction.spend(challenge, until: moment(1))
          outcome.withLock { $0 = isFirst }
          throw Refusal()
        }
      }
      #expect(outcome.withLock { $0 } == false)
    }
  }

  private static func spentChallenge(_ store: PostgreSQLStore) async throws -> ChallengeID {
    let challenge = try newChallenge()
    _ = try await store.write { transaction in try transaction.spend(challenge, until: moment(1)) }
    return challenge
  }

  @Test func nothingIsCommittedIfOneOfManyQueuedChangesFails() async throws {
    try await withStore { store in
      let users = try (0..<600).map { _ in try User.sample() }
      try await store.write { try $0.insert(users[599]) }
      await #expect(throws: StoreError(.conflict, "")) {
        try await store.write { transaction in for user in users { try transaction.insert(user) } }
      }
      let present = try await store.read { snapshot in
        try users.filter { try snapshot.user($0.id) != nil }.count
      }
      #expect(present == 1)
      try await store.write { transaction in for user in users.dropLast() { try transaction.insert(user) } }
      let now = try await store.read { snapshot in try users.filter { try snapshot.user($0.id) != nil }.count
      }
      #expect(now == 600)
    }
  }

  @Test(arguments: [false, true])
  func statementThatTakesTooLongIsRefusedAndConnectionServesAgain(isAnnounced: Bool) async throws {
    let database = try await MigratedDatabase.make()
    var timeouts = PostgreSQLTimeouts()
    timeouts.lock = .milliseconds(200)
    timeouts.statement = .milliseconds(400)
    try await PostgreSQLStore.with(
      database, options: PostgreSQLStoreOptions(connections: 1), timeouts: timeouts
    ) { store in
      let lock = Task {
        try await database.server.execute(
          "BEGIN; LOCK TABLE users, sessions; SELECT pg_sleep(2); COMMIT", in: database.name)
      }
      let user = try User.sample()
      let session = try Session.sample(of: user)
      let read = { @Sendable () async throws -> Session? in
        guard isAnnounced else { return try await store.read { try $0.session(session.id) } }
        return try await store.read(prefetching: .call(by: session.id)) { try $0.session(session.id) }
      }
      var failure: StoreError?
      while failure == nil, !Task.isCancelled {
        do { _ = try await read() } catch let error as StoreError { failure = error }
      }
      #expect(failure?.code == .unavailable)
      try await lock.value
      #expect(try await read() == nil)
      try await store.write { try $0.insert(user) }
      #expect(try await store.read { try $0.user(user.id) } == user)
    }
  }

  @Test func readOnlyStoreReadsAndRefusesWrites() async throws {
    let database = try await MigratedDatabase.make()
    let options = PostgreSQLStoreOptions(access: .readOnly, connections: 1)
    try await PostgreSQLStore.with(database, options: options) { store in
      #expect(try await store.read { try $0.apiKeys() } == [])
      try await store.check()
      #expect(try await store.integrityProblems() == [])
      await #expect(throws: StoreError(.unavailable, "")) {
        try await store.write { try $0.insert(try User.sample()) }
      }
    }
  }

  @Test func readinessCheckWritesAfterTransactionThatHasChangedNothing() async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database) { store in
      #expect(try await store.write { try $0.purge(before: moment(0), limit: 10) } == 0)
      try await store.check()
      try await database.server.execute(
        """
        DO $$ BEGIN
          IF (SELECT writes FROM readiness) <> 1 THEN RAISE EXCEPTION 'the check has not written'; END IF;
        END $$
        """, in: database.name)
    }
  }

  private func withStore(_ body: (PostgreSQLStore) async throws -> Void) async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database, body)
  }
}
