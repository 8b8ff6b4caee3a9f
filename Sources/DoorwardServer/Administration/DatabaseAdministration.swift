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
  /// - Throws: ``StoreError`` `store_missing` if there is no database.
  package init(_ configuration: ServerConfiguration) throws(StoreError) {
    try configuration.requireDatabase()
    self.configuration = configuration
  }

  /// Checks the whole database and returns the problems; empty if there are none.
  ///
  /// - Throws: ``StoreError`` if the database cannot be opened or read.
  package func problems() async throws -> [String] {
    try await using(.inspection) { try await $0.integrityProblems() }
  }

  /// The state of the database's schema.
  package func schema() async throws -> SchemaState {
    try await using(.inspection) { try await $0.schema() }
  }

  /// Copies a snapshot of the database to a new file. It does not overwrite an existing file.
  package func backup(to path: String) async throws {
    try await using(.inspection) { try await $0.backup(to: path) }
  }

  /// Migrates the schema, as the server does at its start.
  ///
  /// - Returns: the number of applied migrations.
  package func migrate() async throws -> Int {
    let before = try await schema()
    let after = try await using(.readWrite) { try await $0.schema() }
    return after.applied - before.applied
  }

  /// The messages that failed or expired, newest first. They have no content.
  ///
  /// - Parameter limit: the most messages.
  /// - Returns: the messages.
  /// - Throws: ``StoreError``.
  package func undeliveredMessages(limit: Int) async throws -> [QueuedMessage] {
    try await using(.inspection) { store in
      try await store.read { try $0.undeliveredMessages(after: nil, limit: limit) }
    }
  }

  private func using<Value: Sendable>(
    _ access: SQLiteStoreOptions.Access, _ body: (SQLiteStore) async throws -> Value
  ) async throws -> Value {
    let store = try await SQLiteStore.open(
      at: configuration.databasePath, options: SQLiteStoreOptions(access: access, readers: 1))
    do {
      let value = try await body(store)
      await store.close()
      return value
    } catch {
      await store.close()
      throw error
    }
  }
}
