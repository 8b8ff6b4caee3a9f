import DoorwardHTTPTypes
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite struct HousekeepingTests {
  @Test(arguments: StoreKind.allCases)
  func `a spent challenge is kept for ten minutes longer than it is valid`(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let clock = TestClock()
      let housekeeping = try Housekeeping(
        store: store, clock: clock.wallClock, logger: Logger(clock: clock.wallClock) { _ in },
        anonymousUserLifetime: 3600)
      let challenge = try newChallenge()
      let expiry = clock.now
      #expect(try await store.write { try $0.spend(challenge, until: expiry) })
      // Another process may have a slow clock and may have waited for the writer since.
      for (seconds, isKept) in [(1.0, true), (598, true), (2, false)] {
        clock.advance(by: seconds)
        await housekeeping.sweep()
        #expect(try await store.rowsLeft() == (isKept ? 1 : 0))
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func oneSweepRemovesSeveralBatches(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
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
      #expect(try await store.rowsLeft() == 0)
    }
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
      #expect(try await store.rowsLeft() == 1)
      clock.advance(by: 1)
      await second.sweep()
      #expect(try await store.rowsLeft() == 0)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func slowSweepKeepsItsLease(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let clock = TestClock()
      func process(_ store: any Store) throws -> Housekeeping {
        try Housekeeping(
          store: store, clock: clock.wallClock, logger: Logger(clock: clock.wallClock) { _ in },
          anonymousUserLifetime: 3600)
      }
      let backlog = try (0..<60).map { _ in try newChallenge() }
      let later = try newChallenge()
      let start = clock.now
      try await store.write { transaction in
        for challenge in backlog { _ = try transaction.spend(challenge, until: start) }
        _ = try transaction.spend(later, until: start.addingTimeInterval(100))
      }
      clock.advance(by: 601)
      let (first, second) = (try process(SlowStore(store: store, clock: clock)), try process(store))
      // Each batch takes 100 seconds, and the lease is one of 120 seconds.
      await first.sweep()
      #expect(clock.now >= start.addingTimeInterval(601 + 500))
      await second.sweep()
      #expect(try await store.rowsLeft() == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an anonymous user is deleted a set time after the last session, and no other user is`(
    _ kind: StoreKind
  )
    async throws
  {
    try await kind.withStore { store in
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
    }
  }
}

extension Store {
  /// The number of rows that a purge would remove if all were obsolete.
  fileprivate func rowsLeft() async throws -> Int {
    do {
      try await write { throw RowCount(rows: try $0.purge(before: .distantFuture, limit: 1000)) }
    } catch let count as RowCount {
      return count.rows
    }
    return 0
  }
}

/// Undoes the purge that has counted the rows.
private struct RowCount: Error {
  let rows: Int
}

/// A store whose transactions take 100 seconds each.
private struct SlowStore: Store {
  let store: any Store
  let clock: TestClock

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreReading) throws -> Value
  ) async throws -> Value { try await store.read(body) }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) async throws -> Value {
    defer { clock.advance(by: 100) }
    return try await store.write(body)
  }

  func check() async throws { try await store.check() }

  func close() async { await store.close() }
}
