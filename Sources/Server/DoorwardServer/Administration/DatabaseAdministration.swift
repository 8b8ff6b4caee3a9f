import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
package import DoorwardSQLRows
import DoorwardSQLiteStore
import DoorwardSessions
package import DoorwardStore

/// The operator's commands on the database. They work while a server runs and while it does not.
///
/// They do not need the master key, because a copy of sealed data stays sealed.
package struct DatabaseAdministration: Sendable {
  private let configuration: ServerConfiguration

  /// Selects the configured database.
  ///
  /// - Parameters:
  ///   - configuration: the configuration of the installation.
  ///   - mayBeEmpty: whether a database of PostgreSQL may be empty.
  /// - Throws: ``StoreError`` `store_missing` if there is no database.
  package init(_ configuration: ServerConfiguration, mayBeEmpty: Bool = false) async throws {
    if case .postgresql = configuration.database, mayBeEmpty {
      // Only a server makes the first tables, because it also makes the master key.
    } else {
      try await configuration.requireDatabase()
    }
    self.configuration = configuration
  }

  /// Checks the whole database and returns the problems; empty if there are none.
  ///
  /// - Throws: ``StoreError`` if the database cannot be opened or read.
  package func problems() async throws -> [String] {
    try await configuration.inspectStore { try await $0.integrityProblems() }
  }

  /// The state of the database's schema.
  package func schema() async throws -> SchemaState {
    try await configuration.inspectStore { try await $0.schema() }
  }

  /// Copies a snapshot of the database to a new file, and records that. It does not overwrite an existing file.
  ///
  /// - Throws: ``StoreError``, also if the database is one of PostgreSQL, which has tools of its own.
  package func backup(to path: String) async throws {
    guard case .sqlite = configuration.database else {
      throw StoreError(
        .unavailable,
        """
        this command copies a database file only. Use the tools of PostgreSQL: pg_dump --format=custom for one \
        copy, or pg_basebackup with an archive of the write-ahead log to restore any moment
        """)
    }
    try await ServerConfiguration.openToCopy(configuration.databasePath, .inspection)
      .closing { try await $0.backup(to: path) }
    await recordBackup()
  }

  /// Stores the event of a backup. The copy is complete without it, so a database that cannot be written stays as it is. So
  /// does one of an older server: opening it for the event would change its schema.
  private func recordBackup() async {
    guard let schema = try? await schema(), schema.applied == schema.known else { return }
    let origin = EventOrigin(.commandLine(OperatorAccount.name))
    guard let store = try? await configuration.openStore() else { return }
    try? await store.write {
      try $0.record(.backupMade, about: EventSubjects(), by: origin, at: WallClock.system.now)
    }
    await store.close()
  }

  /// Migrates the schema, as the server does at its start.
  ///
  /// - Returns: the number of applied migrations.
  package func migrate() async throws -> Int {
    let before = try await schema()
    await (try configuration.openStore()).close()
    return try await schema().applied - before.applied
  }

  /// The names of the migrations that ``migrate()`` would apply. With PostgreSQL they are run and rolled back.
  package func missingMigrations() async throws -> [String] {
    switch configuration.database {
    case .postgresql(let settings): return try await PostgreSQLStore.migrationSteps(settings)
    case .sqlite:
      let schema = try await schema()
      return Migration.all.suffix(schema.known - schema.applied).map(\.name)
    }
  }

  /// The messages that failed or expired, newest first. They have no content.
  ///
  /// - Parameter limit: the most messages.
  /// - Returns: the messages.
  /// - Throws: ``StoreError``.
  package func undeliveredMessages(limit: Int) async throws -> [QueuedMessage] {
    try await configuration.inspectStore { store in
      try await store.read { try $0.undeliveredMessages(after: nil, limit: limit) }
    }
  }
}
