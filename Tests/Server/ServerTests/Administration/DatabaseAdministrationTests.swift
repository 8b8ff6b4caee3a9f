import DoorwardSQLRows
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite("Administration of a database without a server")
struct DatabaseAdministrationTests {
  /// A directory with a database of a stopped server.
  private func idle() async throws -> (TemporaryDirectory, ServerConfiguration) {
    let directory = try TemporaryDirectory()
    await (try SQLiteStore.open(at: directory.file("doorward.sqlite3"))).close()
    return (
      directory, try ServerConfiguration(ConfigurationTree(file: ["data": .string(directory.path)]))
    )
  }

  @Test func `the database is checked and copied, and needs no migration`() async throws {
    let (directory, configuration) = try await idle()
    let database = try await DatabaseAdministration(configuration)
    let known = Migration.all.count
    #expect(try await database.schema() == SchemaState(applied: known, known: known))
    #expect(try await database.problems() == [])
    let inspection = InstallationInspection(configuration)
    #expect(try await inspection.readDatabase(.brief).newestBackup == nil)
    try await database.backup(to: directory.file("copy"))
    #expect(try await inspection.readDatabase(.brief).newestBackup != nil)
    #expect(try await database.migrate() == 0)
    let copy = try await SQLiteStore.open(
      at: directory.file("copy"), options: SQLiteStoreOptions(access: .inspection))
    #expect(try await copy.schema().applied == known)
    await copy.close()
  }

  @Test func `an inspection creates no file beside a closed database, and reads an open one`()
    async throws
  {
    let (directory, configuration) = try await idle()
    let inspection = InstallationInspection(configuration)
    let before = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    let seen = try await inspection.readDatabase()
    #expect(seen.schema.applied == Migration.all.count)
    #expect(seen.problems == [])
    #expect(seen.isSealedByMasterKey == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == before)

    let store = try await SQLiteStore.open(at: directory.file("doorward.sqlite3"))
    #expect(try await inspection.readDatabase().schema.applied == Migration.all.count)
    await store.close()
  }

  @Test func `an inspection counts the valid signing keys at the time of its clock`() async throws {
    try await TestServer.run { server in
      _ = try await server.administer { try await $0.rotateSigningKeys() }
      let inspection = InstallationInspection(server.configuration, clock: server.clock.wallClock)
      #expect(try await inspection.readDatabase().signingKeys == 2)
      server.clock.advance(by: 7200)
      #expect(try await inspection.readDatabase().signingKeys == 1)
    }
  }

  @Test func `an inspection reports a missing key if all keys are retired, like the server at its start`()
    async throws
  {
    try await TestServer.run { server in
      let inspection = InstallationInspection(server.configuration, clock: server.clock.wallClock)
      #expect(try await inspection.readDatabase().missingAlgorithms == [])
      let now = server.clock.now
      try await server.withStore { store in
        try await store.write { transaction in
          for var record in try transaction.signingKeys() {
            record.retiredAt = now
            try transaction.update(record)
          }
        }
      }
      #expect(try await inspection.readDatabase().missingAlgorithms == ["ES256"])
    }
  }

  @Test func `a frozen database refuses writes, and its path may contain any character`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a ?b#c%41é.sqlite3")
    await (try SQLiteStore.open(at: path)).close()
    let store = try await SQLiteStore.open(
      at: path, options: SQLiteStoreOptions(access: .inspection, isFrozen: true))
    #expect(try await store.integrityProblems() == [])
    await #expect(throws: StoreError(.unavailable, "")) {
      try await store.write { try $0.purge(before: Date(), limit: 1) }
    }
    await store.close()
  }
}
