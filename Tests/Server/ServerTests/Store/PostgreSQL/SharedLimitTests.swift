import DatabaseServers
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Testing

/// Two stores on one database stand for two processes.
@Suite("PostgreSQL store: rate limits of several processes")
struct SharedLimitTests {
  private func limiter(_ store: PostgreSQLStore) throws -> RateLimiter {
    let key = try DerivedKey(bytes: [UInt8](repeating: 1, count: 32), library: OpenSSLContext())
    return RateLimiter(
      exemptsLoopback: false, shared: SharedCounts(try #require(store.sharedLimits), key: key))
  }

  private func withTwoLimiters(
    _ body: ([RateLimiter], TestDatabase) async throws -> Void
  ) async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database) { first in
      try await PostgreSQLStore.with(database) { second in
        try await body([limiter(first), limiter(second)], database)
      }
    }
  }

  private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

  @Test func lowLimitIsNotExceededByParallelActsOverBothProcesses() async throws {
    try await withTwoLimiters { limiters, _ in
      let rule = RateLimiter.Rule(name: "code", count: 5, seconds: 3600)
      let acts = try await inParallel(100) { index in
        (try? await limiters[index % 2].admit(recipient: "ada@example.org", rule)) != nil
      }
      #expect(acts.filter { $0 }.count == 5)
      let error = await #expect(throws: Problem.self) {
        try await limiters[0].admit(recipient: "ada@example.org", rule)
      }
      #expect(error?.status == 429)
      // The time until one request is given back: 720 seconds, less the time of this test.
      #expect(error?.fields["Retry-After"].flatMap { Int($0) }.map { (600...720).contains($0) } == true)
      try await limiters[1].admit(recipient: "bob@example.org", rule)
    }
  }

  @Test func firstActOfProcessDoesNotWaitAndIsCounted() async throws {
    try await withTwoLimiters { limiters, _ in
      let rule = RateLimiter.Rule(name: "sign_in", count: 10, seconds: 3600)
      let home = try address("198.51.100.1")
      var admitted = 0
      for index in 0..<100 where (try? await limiters[index % 2].admit(home, rule)) != nil { admitted += 1 }
      // Each process admits at most one request more, the one that does not wait.
      #expect((10...12).contains(admitted))
      for limiter in limiters {
        await #expect(throws: Problem.self) { try await limiter.admit(home, rule) }
      }
    }
  }

  @Test func widerNetworksAreCountedTogether() async throws {
    try await withTwoLimiters { limiters, _ in
      let rule = RateLimiter.Rule(name: "code_of_network", count: 2, seconds: 3600)
      var admitted = 0
      for subnet in 0..<64 {
        let host = try address("2001:db8:0:1\(String(subnet + 16, radix: 16))::1")
        for request in 0..<4 where (try? await limiters[request % 2].admit(host, rule)) != nil {
          admitted += 1
        }
      }
      // All of them are in 2001:db8:0:100::/56, whose limit is four times that of a /64.
      #expect(admitted == 8)
    }
  }

  @Test func processCountsAloneWhileDatabaseIsAway() async throws {
    let server = try await PostgreSQLServer.start()
    try await PostgreSQLStore.with(url: server.url()) { store in
      let limiter = try limiter(store)
      try server.stop()
      let rule = RateLimiter.Rule(name: "code", count: 5, seconds: 3600)
      var admitted = 0
      for _ in 0..<10 where (try? await limiter.admit(recipient: "a", rule)) != nil { admitted += 1 }
      #expect(admitted == 5)
    }
  }

  @Test func obsoleteRowsAreRemovedAndNoRowHasAnAddress() async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database) { store in
      let limits = try #require(store.sharedLimits)
      func subject(_ number: Int, _ window: Duration) -> LimitedSubject {
        LimitedSubject(
          bytes: [UInt8](repeating: UInt8(number), count: 32), interval: window, window: window)
      }
      for number in 0..<255 { _ = try await limits.count([subject(number, .microseconds(1))]) }
      let last = try await limits.count([subject(255, .seconds(60))])
      #expect(last.map(\.isAdmitted) == [true])
      try await database.server.execute(
        """
        DO $$ BEGIN
          IF (SELECT count(*) FROM request_limits) <> 1 THEN RAISE EXCEPTION 'rows are left'; END IF;
        END $$
        """, in: database.name)
      #expect(try await limits.count([subject(255, .seconds(60))]).map(\.isAdmitted) == [false])
    }
  }

  @Test func actsOfSeveralNetworksLeaveFewObsoleteRows() async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database) { store in
      let limits = try #require(store.sharedLimits)
      for _ in 0..<512 {
        _ = try await limits.count(
          (0..<3).map { _ in
            LimitedSubject(
              bytes: try RandomSource.system.bytes(32), interval: .microseconds(1), window: .microseconds(1))
          })
      }
      try await database.server.execute(
        """
        DO $$ BEGIN
          IF (SELECT count(*) FROM request_limits) > 300 THEN RAISE EXCEPTION 'too many rows are left'; END IF;
        END $$
        """, in: database.name)
    }
  }

  @Test func clientWaitsForNoLongerThanWindowAfterClockOfDatabaseWasSetBack() async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database) { store in
      let limits = try #require(store.sharedLimits)
      let subject = LimitedSubject(
        bytes: [UInt8](repeating: 1, count: 32), interval: .seconds(6), window: .seconds(60))
      #expect(try await limits.count([subject]).map(\.isAdmitted) == [true])
      // The rows of a clock that was an hour ahead.
      try await database.server.execute(
        "UPDATE request_limits SET expected_at = expected_at + 3600000000", in: database.name)
      let refused = try #require(try await limits.count([subject]).first)
      #expect(!refused.isAdmitted)
      #expect(refused.backlog <= .seconds(60))
    }
  }
}
