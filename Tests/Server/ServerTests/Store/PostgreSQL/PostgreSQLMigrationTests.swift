import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardSQLRows
import DoorwardServer
import DoorwardStore
import Foundation
import Testing

@Suite("PostgreSQL store: migrations")
struct PostgreSQLMigrationTests {
  @Test(arguments: ["read committed", "serializable"])
  func storesThatOpenEmptyDatabaseAtOnceMigrateItOnce(_ isolation: String) async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    try await database.server.execute(
      "ALTER DATABASE \(database.name) SET default_transaction_isolation = '\(isolation)'")
    let results = await together(6) { _ in
      try await PostgreSQLStore.with(database, options: PostgreSQLStoreOptions(connections: 1)) { store in
        try await store.write { try $0.insert(try User.sample()) }
      }
    }
    for case .failure(let error) in results { Issue.record(error) }
    try await inspecting(database) { store in
      let (schema, known) = (try await store.schema(), PostgreSQLSchema.migrations.count)
      #expect(schema == SchemaState(applied: known, known: known))
    }
  }

  @Test func databaseOfOtherEncodingIsRefusedAndNotChanged() async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase(encoding: "LATIN1")
    let error = await #expect(throws: StoreError.self) {
      try await PostgreSQLStore.with(database) { _ in }
    }
    #expect(error?.code == .malformed)
    #expect(error?.reason.contains("the encoding of the database is LATIN1") == true)
    try await inspecting(database) { store in
      let schema = try await store.schema()
      #expect(schema.applied == 0)
    }
  }

  @Test func dryRunNamesStepsAndChangesNothing() async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    let settings = try PostgreSQLSettings(database.url)
    let names = PostgreSQLSchema.migrations.map(\.name)
    #expect(try await PostgreSQLStore.migrationSteps(settings) == names)
    #expect(try await PostgreSQLStore.migrationSteps(settings) == names)
    try await inspecting(database) { store in
      let schema = try await store.schema()
      #expect(schema == SchemaState(applied: 0, known: names.count))
    }
    try await PostgreSQLStore.with(database) { _ in }
    #expect(try await PostgreSQLStore.migrationSteps(settings) == [])
  }

  @Test func stepsAreAppliedTogetherOrNotAtAll() async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    defer { withExtendedLifetime(database) {} }
    let settings = try PostgreSQLSettings(database.url)
    let number = try #require(PostgreSQLSchema.migrations.last).number + 1
    let broken = Migration(
      number: number, name: "broken",
      sql: "CREATE TABLE later (i BIGINT NOT NULL); INSERT INTO later VALUES (NULL)")
    func open(_ migrations: [Migration], _ access: PostgreSQLStoreOptions.Access = .readWrite) async throws {
      await
        (try PostgreSQLStore.open(
          settings, options: PostgreSQLStoreOptions(access: access, connections: 1), migrations: migrations))
        .close()
    }
    await #expect(throws: StoreError(.malformed, "")) {
      try await open(PostgreSQLSchema.migrations + [broken])
    }
    try await inspecting(database) { store in
      let schema = try await store.schema()
      #expect(schema.applied == 0)
    }
    try await open(PostgreSQLSchema.migrations)
    let corrected = Migration(number: number, name: "later", sql: "CREATE TABLE later (i BIGINT NOT NULL)")
    let error = await #expect(throws: StoreError.self) {
      try await open(PostgreSQLSchema.migrations + [corrected], .readOnly)
    }
    #expect(error?.reason.contains("step \(number)") == true)
    try await open(PostgreSQLSchema.migrations + [corrected])
    try await open(PostgreSQLSchema.migrations + [corrected], .readOnly)
    // The database is now of a newer server.
    for access in [PostgreSQLStoreOptions.Access.readWrite, .readOnly, .inspection] {
      let error = await #expect(throws: StoreError.self) {
        try await open(PostgreSQLSchema.migrations, access)
      }
      #expect(error?.code == .malformed)
      #expect(error?.reason.contains("newer server") == true)
      #expect(error?.reason.contains("\(number)") == true)
    }
  }

  @Test func changedStepIsDetected() async throws {
    let database = try await MigratedDatabase.make()
    try await database.server.execute("UPDATE migrations SET checksum = '\\x00'", in: database.name)
    let error = await #expect(throws: StoreError.self) {
      try await PostgreSQLStore.with(database) { _ in }
    }
    #expect(error?.code == .malformed)
    #expect(error?.reason.contains("step 1") == true)
  }

  @Test func databaseOfOtherProgramIsRefusedAndNotChanged() async throws {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    try await database.server.execute("CREATE TABLE migrations (theirs BIGINT)", in: database.name)
    let error = await #expect(throws: StoreError.self) {
      try await PostgreSQLStore.with(database) { _ in }
    }
    #expect(error?.code == .malformed)
    #expect(error?.reason.contains("not those of Doorward") == true)
    try await database.server.execute("INSERT INTO migrations (theirs) VALUES (1)", in: database.name)
  }

  /// Runs a body with a store that changes nothing.
  private func inspecting(_ database: TestDatabase, _ body: (PostgreSQLStore) async throws -> Void)
    async throws
  {
    try await PostgreSQLStore.with(
      database, options: PostgreSQLStoreOptions(access: .inspection, connections: 1), body)
  }
}
