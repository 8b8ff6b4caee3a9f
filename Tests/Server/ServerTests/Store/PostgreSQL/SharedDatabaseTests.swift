import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardServerRules
import DoorwardStore
import Foundation
import Testing

/// Two stores on one database stand for two processes.
@Suite("PostgreSQL store: two stores on one database")
struct SharedDatabaseTests {
  @Test func oneOf100ParallelUsesOfChallengeOverBothStoresSucceeds() async throws {
    try await withTwoStores { stores in
      let challenge = try newChallenge()
      let spends = await together(100) { index in
        try await stores[index % 2].write { try $0.spend(challenge, until: moment(300_000)) }
      }
      #expect(try spends.map { try $0.get() }.filter { $0 }.count == 1)
    }
  }

  @Test func parallelGuessesOverBothStoresAreAllCounted() async throws {
    try await withTwoStores { stores in
      let subject = GuessSubject(bytes: try RandomSource.system.bytes(GuessSubject.length))
      let guesses = await together(200) { index in
        try await stores[index % 2].write { transaction in
          let known = try transaction.guesses(of: subject)?.count ?? 0
          try transaction.keep(
            GuessCount(count: known + 1, lastAt: moment(0), expiresAt: moment(60_000)), of: subject)
          return known + 1
        }
      }
      let counts = try guesses.map { try $0.get() }
      // Each guess sees a number of its own, so none can pass a limit that another one has reached.
      #expect(counts.sorted() == Array(1...200))
      #expect(try await stores[0].read { try $0.guesses(of: subject)?.count } == 200)
    }
  }

  @Test func oneOfParallelRefreshesOverBothStoresRotatesSession() async throws {
    try await withTwoStores { stores in
      let user = try User.sample()
      let session = try Session.sample(of: user)
      try await stores[0].write { transaction in
        try transaction.insert(user)
        try transaction.insert(session)
      }
      let refreshes = await together(50) { index in
        try await stores[index % 2].write { transaction in
          guard var held = try transaction.lockedSession(session.id), held.refresh.counter == 0 else {
            return false
          }
          held.refresh = RefreshRotation(counter: 1, rotatedAt: moment(1), keyHash: nil)
          try transaction.updateRefresh(of: held)
          return true
        }
      }
      #expect(try refreshes.map { try $0.get() }.filter { $0 }.count == 1)
      #expect(try await stores[1].read { try $0.session(session.id)?.refresh.counter } == 1)
    }
  }

  @Test func limitOfSessionsHoldsForParallelSignInsOverBothStores() async throws {
    try await withTwoStores { stores in
      let user = try User.sample()
      try await stores[0].write { try $0.insert(user) }
      let signIns = await together(40) { index in
        let session = try Session.sample(
          of: user, createdAt: moment(Int64(index)), lastUsedAt: moment(Int64(index)))
        try await stores[index % 2].write { transaction in
          try transaction.insert(session)
          try transaction.endSessions(of: user.id, areBrief: false, leaving: 5, at: moment(1000))
        }
      }
      for case .failure(let error) in signIns { Issue.record(error) }
      let live = try await stores[1].read {
        try $0.liveSessions(of: user.id, at: moment(1000), lastingOnly: false, after: nil, limit: 100)
      }
      #expect(live.count == 5)
    }
  }

  /// Runs a body with two stores on an empty database.
  private func withTwoStores(_ body: ([PostgreSQLStore]) async throws -> Void) async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database) { first in
      try await PostgreSQLStore.with(database) { second in try await body([first, second]) }
    }
  }
}
