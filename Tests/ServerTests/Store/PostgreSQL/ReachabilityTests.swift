import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardStore
import DoorwardThreads
import Testing

@Suite("PostgreSQL store: attempts to connect")
struct ReachabilityTests {
  private let time = Monitor(MonotonicTime(nanoseconds: 0))

  private func reachability() -> Reachability { Reachability { [time] in time.withLock { $0 } } }

  private func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

  @Test func pausesBetweenAttemptsGrowUpToTheLongestOne() {
    let reachability = reachability()
    var attempts: [Int] = []
    for millisecond in 0..<3000 {
      try? reachability.attempt { () throws(StoreError) in
        attempts.append(millisecond)
        throw StoreError(.unavailable, "the database is away")
      }
      advance(by: .milliseconds(1))
    }
    let pauses = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
    #expect(Array(pauses.prefix(8)) == [25, 50, 100, 200, 400, 400, 400, 400])
    #expect(pauses.allSatisfy { .milliseconds($0) <= Reachability.longestPause })
    #expect(Reachability.longestPause < .seconds(1))
  }

  @Test func callThatBeginsTheLongestPauseAfterTheReturnOfTheDatabaseSucceeds() async throws {
    let server = try await PostgreSQLServer.start()
    let settings = try PostgreSQLSettings(server.url())
    let reachability = reachability()
    var attempts = 0
    func connect() throws(StoreError) -> PostgreSQLConnection {
      attempts += 1
      do throws(PostgreSQLError) { return try PostgreSQLConnection(settings) } catch {
        throw StoreError(.unavailable, error.reason)
      }
    }
    try server.stop()
    for failures in 1...8 {
      #expect(throws: StoreError(.unavailable, "")) { try reachability.attempt(connect) }
      #expect(attempts == failures)
      // Before the next attempt is due, nothing waits for the database.
      #expect(throws: StoreError(.unavailable, "")) { try reachability.attempt(connect) }
      #expect(attempts == failures)
      advance(by: Reachability.longestPause)
    }
    #expect(throws: StoreError(.unavailable, "")) { try reachability.attempt(connect) }
    try server.start()
    advance(by: Reachability.longestPause)
    #expect(try reachability.attempt(connect).run("SELECT 1").count == 1)
    // From then on, each call connects.
    #expect(try reachability.attempt(connect).run("SELECT 1").count == 1)
  }
}
