package import DoorwardSQLiteStore
import DoorwardSessions
package import DoorwardStore

/// What an operator does to the database from the command line, beside a running server or without one.
///
/// No master key is needed: what it seals is copied sealed.
package struct DatabaseAdministration: Sendable {
  private let configuration: ServerConfiguration

  /// Takes the database the configuration names.
  ///
  /// - Throws: ``StoreError`` `store_missing` where there is none.
  package init(_ configuration: ServerConfiguration) throws(StoreError) {
    try configuration.requireDatabase()
    self.configuration = configuration
  }

  /// Reads the whole database and says what is wrong with it; empty when nothing is.
  ///
  /// - Throws: ``StoreError`` where it cannot even be opened.
  package func problems() async throws -> [String] {
    try await using(.inspection) { try await $0.integrityProblems() }
  }

  /// How far its schema has come.
  package func schema() async throws -> SchemaState {
    try await using(.inspection) { try await $0.schema() }
  }

  /// Copies the database, as it is at this moment, to a new file; nothing is overwritten.
  package func backup(to path: String) async throws {
    try await using(.inspection) { try await $0.backup(to: path) }
  }

  /// Brings the schema up to date, as the server does when it starts.
  ///
  /// - Returns: how many steps were applied.
  package func migrate() async throws -> Int {
    let before = try await schema()
    let after = try await using(.readWrite) { try await $0.schema() }
    return after.applied - before.applied
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
