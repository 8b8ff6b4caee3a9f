import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardStore
import DoorwardSystem
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
      try? reachability.attempt { _ throws(StoreError) in
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
    func connect(_ server: Int?) throws(StoreError) -> PostgreSQLConnection {
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

  private struct Away {
    let reachability: Reachability
    /// The number of threads that wait in an attempt.
    let waiting = Monitor(0)
    let isAnswered = Monitor(false)

    /// An attempt at a server that does not answer, until ``answer()``.
    func waitForAnswer() {
      waiting.signal { $0 += 1 }
      _ = isAnswered.wait { $0 ? () : nil }
    }

    func answer() { isAnswered.signal { $0 = true } }
  }

  private func away(servers: Int) -> Away {
    let away = Away(reachability: Reachability(servers: servers) { [time] in time.withLock { $0 } })
    #expect(throws: StoreError(.unavailable, "")) {
      try away.reachability.attempt { _ throws(StoreError) in throw StoreError(.unavailable, "") }
    }
    advance(by: Reachability.longestPause)
    return away
  }

  @Test func callConnectsToPromotedServerWhileAnotherServerDoesNotAnswer() {
    let away = away(servers: 2)
    defer { away.answer() }
    let hasStarted = BackgroundThread.start {
      _ = try? away.reachability.attempt { _ throws(StoreError) in
        away.waitForAnswer()
        throw StoreError(.unavailable, "")
      }
    }
    #expect(hasStarted)
    _ = away.waiting.wait { $0 == 1 ? () : nil }
    // The other server is still a standby, and then it is promoted.
    #expect(throws: StoreError(.unavailable, "")) {
      try away.reachability.attempt { _ throws(StoreError) in throw StoreError(.unavailable, "") }
    }
    advance(by: Reachability.longestPause)
    #expect(throws: Never.self) { try away.reachability.attempt { _ throws(StoreError) in } }
    // From then on, each call connects.
    #expect(throws: Never.self) { try away.reachability.attempt { _ throws(StoreError) in } }
  }

  @Test func serverThatRefusesAtOnceIsTriedBeforeOneThatDoesNotAnswer() {
    let away = away(servers: 2)
    var attempts: [Int?] = []
    for _ in 0..<2 {
      #expect(throws: StoreError(.unavailable, "")) {
        try away.reachability.attempt { server throws(StoreError) in
          attempts.append(server)
          if server == 0 { advance(by: .seconds(3)) }
          throw StoreError(.unavailable, "")
        }
      }
      advance(by: Reachability.longestPause)
    }
    #expect(attempts == [0, 1, 1, 0, 1])
  }

  @Test func callsThatBeginDuringSuccessfulAttemptSucceedToo() {
    // The wait of a call ends by the real time, so this clock is ahead of it.
    time.withLock { $0 = .now.advanced(by: .seconds(60)) }
    let away = away(servers: 1)
    let hasStarted = BackgroundThread.start {
      _ = try? away.reachability.attempt { _ throws(StoreError) in away.waitForAnswer() }
    }
    #expect(hasStarted)
    _ = away.waiting.wait { $0 == 1 ? () : nil }
    let outcomes = Monitor<[Bool]>([])
    for _ in 0..<4 {
      #expect(
        BackgroundThread.start {
          let connection: Void? = try? away.reachability.attempt { _ throws(StoreError) in }
          outcomes.signal { $0.append(connection != nil) }
        })
    }
    // A call that does not wait for the attempt fails before its end.
    _ = outcomes.wait(until: .now.advanced(by: .milliseconds(200))) { $0.isEmpty ? nil : () }
    away.answer()
    #expect(outcomes.wait { $0.count == 4 ? $0 : nil } == [true, true, true, true])
  }
}
