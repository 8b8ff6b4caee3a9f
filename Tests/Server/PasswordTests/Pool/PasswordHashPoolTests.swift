import DoorwardServerRules
import DoorwardSystem
import Testing

@testable import DoorwardPasswords

@Suite("Password hashing for routes", .timeLimit(.minutes(2)))
struct PasswordHashPoolTests {
  private func pool(queueLimit: Int = 10) throws -> PasswordHashPool<String> {
    try PasswordHashPool(hasher: fastHasher(), threads: 1, queueLimit: queueLimit)
  }

  @Test func checkedPasswordIsHashedAndVerified() async throws {
    let pool = try pool()
    let password = try await pool.check(
      "correct horse battery", by: .alone, context: PasswordContext(), network: "a")
    let stored = try await pool.hash(password, network: "a")
    #expect(try await pool.verify("correct horse battery", against: stored, network: "a").isCurrent)
    #expect(try await pool.verify("wrong horse battery", against: stored, network: "a") == .failed)
    #expect(try await pool.verify("correct horse battery", against: nil, network: "a") == .failed)
  }

  @Test func strengthIsEstimated() async throws {
    let strength = try await pool().strength(
      of: "password", by: .alone, context: PasswordContext(), network: "a")
    #expect(strength.score == 0)
  }

  /// A closed pool shows that the length is checked before the queue.
  @Test func lengthIsCheckedBeforeAnyWork() async throws {
    let pool = try pool()
    pool.close()
    for (text, code) in [
      ("", PasswordRefusal.Code.tooShort), (String(repeating: "é", count: 2049), .tooLong),
    ] {
      let refusal = PasswordRefusal(code, "")
      await #expect(throws: refusal) { try await pool.verify(text, against: nil, network: "a") }
      await #expect(throws: refusal) {
        try await pool.check(text, by: .alone, context: PasswordContext(), network: "a")
      }
      await #expect(throws: refusal) {
        try await pool.strength(of: text, by: .alone, context: PasswordContext(), network: "a")
      }
    }
    await #expect(throws: PasswordHashPoolError.self) {
      try await pool.verify("password", against: nil, network: "a")
    }
  }

  /// The rules read the text as Unicode, which belongs to the work of the pool: with no free thread, the rules do not run.
  @Test func rulesRunInThePool() async throws {
    let pool = try pool(queueLimit: 1)
    let gate = Gate()
    async let busy: Void = pool.threads.run(for: "a") { gate.pass() }
    await gate.arrivals(1)
    let check = Task {
      try await pool.check("short", by: .alone, context: PasswordContext(), network: "a")
    }
    while pool.threads.waiting != 1 { await Task.yield() }
    let refusal = try await #require(throws: PasswordHashPoolError.self) { () async throws in
      _ = try await pool.verify("short", against: nil, network: "a")
    }
    #expect(refusal.code == .busy && (1...60).contains(refusal.retryAfter ?? 0))
    gate.open()
    try await busy
    await #expect(throws: PasswordRefusal(.tooShort, "")) { try await check.value }
  }
}
