import DoorwardSystem
import Sampling
import Testing

@testable import DoorwardPasswords

@Suite("Threads that networks share", .timeLimit(.minutes(2)))
struct FairThreadPoolTests {
  private static func waiting(_ count: Int, in pool: FairThreadPool<String>) async {
    while pool.waiting != count { await Task.yield() }
  }

  @Test func workRunsOnAThreadThatMayBlock() async throws {
    let pool = try FairThreadPool<String>(threads: 1, queueLimit: 1)
    #expect(try await pool.run(for: "a") { BackgroundThread.isCurrent })
  }

  @Test func errorOfTheWorkReachesTheCaller() async throws {
    let pool = try FairThreadPool<String>(threads: 1, queueLimit: 1)
    await #expect(throws: PasswordHashError(.malformedHash, "")) {
      try await pool.run(for: "a") { throw PasswordHashError(.malformedHash, "") }
    }
  }

  @Test(.takesLong("It waits beside tests that compute hashes."))
  func oneNetworkDoesNotDelayOthers() async throws {
    let pool = try FairThreadPool<String>(threads: 1, queueLimit: 100)
    let gate = Gate()
    let order = Monitor([String]())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run(for: "attacker") { gate.pass() } }
      await gate.arrivals(1)
      for number in 0..<50 {
        group.addTask { try await pool.run(for: "attacker") { order.withLock { $0.append("attacker") } } }
        await Self.waiting(number + 1, in: pool)
      }
      group.addTask { try await pool.run(for: "user") { order.withLock { $0.append("user") } } }
      await Self.waiting(51, in: pool)
      gate.open()
      try await group.waitForAll()
    }
    let served = order.withLock { $0 }
    #expect(served.count == 51)
    #expect(served.firstIndex(of: "user") == 1)
  }

  @Test func fullQueueAnswersWithRetryAfter() async throws {
    let pool = try FairThreadPool<String>(threads: 1, queueLimit: 2)
    let gate = Gate()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run(for: "a") { gate.pass() } }
      await gate.arrivals(1)
      for number in 0..<2 {
        group.addTask { try await pool.run(for: "a") {} }
        await Self.waiting(number + 1, in: pool)
      }
      do {
        _ = try await pool.run(for: "a") { Issue.record("must not run") }
        Issue.record("must be refused")
      } catch let error as PasswordHashPoolError {
        #expect(error.code == .busy)
        #expect((1...60).contains(error.retryAfter ?? 0))
      }
      gate.open()
      try await group.waitForAll()
    }
  }

  @Test func fullQueueAcceptsANetworkWithFewerRequests() async throws {
    let pool = try FairThreadPool<String>(threads: 1, queueLimit: 3)
    let gate = Gate()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await pool.run(for: "attacker") { gate.pass() }
        return true
      }
      await gate.arrivals(1)
      for number in 0..<3 {
        group.addTask {
          do {
            try await pool.run(for: "attacker") {}
            return true
          } catch is PasswordHashPoolError { return false }
        }
        await Self.waiting(number + 1, in: pool)
      }
      // One request of the attacker is refused. The refusal is the first result of the group.
      async let user: Void = pool.run(for: "user") {}
      #expect(try await group.next() == false)
      gate.open()
      try await user
      #expect(try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 } == 3)
    }
  }

  @Test func cancelledCallerLeavesTheQueue() async throws {
    let pool = try FairThreadPool<String>(threads: 1, queueLimit: 10)
    let gate = Gate()
    async let first: Void = pool.run(for: "a") { gate.pass() }
    await gate.arrivals(1)
    let cancelled = Task { try await pool.run(for: "a") { Issue.record("must not run") } }
    await Self.waiting(1, in: pool)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(pool.waiting == 0)
    gate.open()
    try await first
  }

  @Test func callerThatIsCancelledBeforeItCallsDoesNoWork() async throws {
    let pool = try FairThreadPool<String>(threads: 1, queueLimit: 10)
    let gate = Gate()
    async let first: Void = pool.run(for: "a") { gate.pass() }
    await gate.arrivals(1)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await pool.run(for: "a") { Issue.record("must not run") }
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    gate.open()
    try await first
  }

  @Test func threadsAreTheMostHashesAtATime() async throws {
    let pool = try FairThreadPool<Int>(threads: 2, queueLimit: 100)
    let running = Monitor((now: 0, most: 0))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await pool.run(for: number % 4) {
            running.withLock {
              $0.now += 1
              $0.most = max($0.most, $0.now)
            }
            _ = try? fastHasher().verify("correct horse battery", against: nil)
            running.withLock { $0.now -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(running.withLock { $0.most } <= 2)
  }

  @Test func closedPoolRefusesWaitingAndNewWork() async throws {
    let pool = try FairThreadPool<String>(threads: 1, queueLimit: 10)
    let gate = Gate()
    async let first: Int = pool.run(for: "a") {
      gate.pass()
      return 7
    }
    await gate.arrivals(1)
    let waiting = Task { try await pool.run(for: "a") { Issue.record("must not run") } }
    await Self.waiting(1, in: pool)
    pool.close()
    await #expect(throws: PasswordHashPoolError.self) { try await waiting.value }
    await #expect(throws: PasswordHashPoolError.self) { try await pool.run(for: "b") {} }
    gate.open()
    #expect(try await first == 7)
  }
}
