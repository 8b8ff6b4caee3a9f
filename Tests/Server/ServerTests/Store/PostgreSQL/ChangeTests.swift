import DatabaseServers
import DoorwardPostgreSQLStore
import DoorwardServer
import DoorwardStore
import Encodings
import Testing

@Suite("PostgreSQL store: messages about changes", .timeLimit(.minutes(2)))
struct ChangeTests {
  private let application = ApplicationRecord(
    id: "shop", settings: ["id": "shop"], source: .store, position: 0)

  /// The time until the store tells of a change; nil if it does not do so within ten seconds.
  private func timeToChange(_ store: PostgreSQLStore) async -> Duration? {
    let start = ContinuousClock.now
    await store.awaitChange(atMost: .seconds(10))
    let time = start.duration(to: .now)
    return time < .seconds(10) ? time : nil
  }

  /// The first wait ends at once, when the connection is open.
  private func withListeningStore(
    _ database: TestDatabase, _ body: (PostgreSQLStore) async throws -> Void
  ) async throws {
    try await PostgreSQLStore.with(database) { store in
      await store.awaitChange(atMost: .seconds(10))
      try await body(store)
    }
  }

  @Test func changesOfApplicationsAndSigningKeysReachOtherProcessesAtOnce() async throws {
    let database = try await MigratedDatabase.make()
    try await PostgreSQLStore.with(database) { writer in
      try await withListeningStore(database) { reader in
        let key = SigningKeyRecord(
          id: "k", algorithm: "ES256", publicKey: [1], sealedPrivateKey: [2], createdAt: moment(0))
        let changes: [@Sendable (any StoreWriting) throws -> Void] = [
          { try $0.put(application) }, { try $0.removeApplication("shop", source: .store) },
          { try $0.insert(key) }, { try $0.update(key) },
        ]
        for change in changes {
          async let time = timeToChange(reader)
          try await writer.write(change)
          #expect(try await #require(time) < .seconds(1))
        }
      }
    }
  }

  @Test func changeThatWasRolledBackIsNotAnnounced() async throws {
    let database = try await MigratedDatabase.make()
    try await withListeningStore(database) { store in
      await #expect(throws: StoreError(.missing, "")) {
        try await store.write { transaction in
          try transaction.put(application)
          throw StoreError(.missing, "the body refuses")
        }
      }
      let start = ContinuousClock.now
      await store.awaitChange(atMost: .milliseconds(300))
      #expect(start.duration(to: .now) >= .milliseconds(300))
    }
  }

  @Test func listenerWhoseConnectionWasCutListensAgain() async throws {
    let database = try await MigratedDatabase.make()
    try await withListeningStore(database) { store in
      try await database.server.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)' AND pid <> pg_backend_pid()"
      )
      // A message may have been missed, so the new connection counts as a change.
      #expect(try await #require(timeToChange(store)) < .seconds(5))
      async let time = timeToChange(store)
      try await store.write { try $0.put(application) }
      #expect(try await #require(time) < .seconds(1))
    }
  }

  @Test func storeBehindTransactionPoolerWaitsForWholeTime() async throws {
    let database = try await MigratedDatabase.make()
    let url = database.server.url(database.name, "pooler=transaction")
    try await PostgreSQLStore.with(database, url: url) { store in
      let start = ContinuousClock.now
      await store.awaitChange(atMost: .milliseconds(300))
      #expect(start.duration(to: .now) >= .milliseconds(300))
      // Processes without a pooler hear of the changes of this one.
      try await withListeningStore(database) { reader in
        async let time = timeToChange(reader)
        try await store.write { try $0.put(application) }
        #expect(try await #require(time) < .seconds(1))
      }
    }
  }

  @Test func cancelledAndClosedListenersReturn() async throws {
    let database = try await MigratedDatabase.make()
    try await withListeningStore(database) { store in
      let start = ContinuousClock.now
      let wait = Task { await store.awaitChange(atMost: .seconds(60)) }
      wait.cancel()
      await wait.value
      #expect(start.duration(to: .now) < .seconds(5))
    }
  }
}
