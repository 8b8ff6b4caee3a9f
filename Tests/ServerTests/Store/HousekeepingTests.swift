import DoorwardSQLiteStore
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Foundation
import Testing

@Suite struct HousekeepingTests {
  @Test func `a spent challenge is kept for ten minutes longer than it is valid`() async throws {
    let directory = try TemporaryDirectory()
    let store = try await SQLiteStore.open(at: directory.file("store.sqlite3"))
    let clock = TestClock()
    let housekeeping = try Housekeeping(
      store: store, clock: clock.wallClock, logger: Logger(clock: clock.wallClock) { _ in },
      anonymousUserLifetime: 3600)
    let challenge = try newChallenge()
    let expiry = clock.now
    #expect(try await store.write { try $0.spend(challenge, until: expiry) })
    // Another process may have a slow clock and may have waited for the writer since.
    for seconds in [1.0, 598] {
      clock.advance(by: seconds)
      await housekeeping.sweep()
      #expect(try await !store.write { try $0.spend(challenge, until: expiry) })
    }
    clock.advance(by: 2)
    await housekeeping.sweep()
    #expect(try await store.write { try $0.spend(challenge, until: expiry) })
    await store.close()
  }

  @Test func oneSweepRemovesSeveralBatches() async throws {
    let directory = try TemporaryDirectory()
    let store = try await SQLiteStore.open(at: directory.file("store.sqlite3"))
    let clock = TestClock()
    let housekeeping = try Housekeeping(
      store: store, clock: clock.wallClock, logger: Logger(clock: clock.wallClock) { _ in },
      anonymousUserLifetime: 3600)
    let challenges = try (0..<60).map { _ in try newChallenge() }
    let expiry = clock.now
    try await store.write { transaction in
      for challenge in challenges { _ = try transaction.spend(challenge, until: expiry) }
    }
    clock.advance(by: 601)
    await housekeeping.sweep()
    for challenge in challenges {
      #expect(try await store.write { try $0.spend(challenge, until: expiry) })
    }
    await store.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `one process removes the rows, and another one takes over two minutes after its last sweep`(
    _ kind: StoreKind
  ) async throws {
    try await kind.withStore { store in
      let clock = TestClock()
      func process() throws -> Housekeeping {
        try Housekeeping(
          store: store, clock: clock.wallClock, logger: Logger(clock: clock.wallClock) { _ in },
          anonymousUserLifetime: 3600)
      }
      let (first, second) = (try process(), try process())
      let challenge = try newChallenge()
      let expiry = clock.now
      #expect(try await store.write { try $0.spend(challenge, until: expiry) })
      clock.advance(by: 599)
      await first.sweep()
      // The row is obsolete now. Only the first process has the lease, and it was killed.
      clock.advance(by: 119)
      await second.sweep()
      #expect(try await !store.write { try $0.spend(challenge, until: expiry) })
      clock.advance(by: 1)
      await second.sweep()
      #expect(try await store.write { try $0.spend(challenge, until: expiry) })
    }
  }

  @Test func `an anonymous user is deleted a set time after the last session, and no other user is`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let store = try await SQLiteStore.open(at: directory.file("store.sqlite3"))
    let clock = TestClock()
    let housekeeping = try Housekeeping(
      store: store, clock: clock.wallClock, logger: Logger(clock: clock.wallClock) { _ in },
      anonymousUserLifetime: 86_400)
    let visitor = User(
      id: try User.ID(at: moment(0), random: .system), kind: .anonymous, createdAt: clock.now)
    let registered = try User.sample(at: clock.now)
    let users = [visitor, registered]
    let expiry = clock.now.addingTimeInterval(60)
    try await store.write { transaction in
      for user in users {
        try transaction.insert(user)
        try transaction.insert(try Session.sample(of: user, lastUsedAt: user.createdAt, expiresAt: expiry))
      }
    }
    // Like the server, once a minute: the sessions are removed first, the user much later.
    for seconds: TimeInterval in [61, 700, 85_698] {
      clock.advance(by: seconds)
      await housekeeping.sweep()
      #expect(try await store.read { try $0.user(visitor.id) } != nil)
    }
    clock.advance(by: 2)
    await housekeeping.sweep()
    #expect(try await store.read { try $0.user(visitor.id) } == nil)
    #expect(try await store.read { try $0.user(registered.id) } != nil)
    await store.close()
  }
}
