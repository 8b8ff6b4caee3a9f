package import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
package import DoorwardSQLRows
import DoorwardSQLiteStore
import DoorwardSessions
package import DoorwardStore

/// A store that the operator's commands can look into.
package protocol InspectableStore: Store {
  /// The state of the database's schema. An empty database has no step.
  func schema() async throws -> SchemaState
  /// Reads the whole database and returns its problems; empty if there are none.
  func integrityProblems() async throws -> [String]
}

extension SQLiteStore: InspectableStore {}
extension PostgreSQLStore: InspectableStore {}

extension PostgreSQLSettings {
  /// The most connections of one process: the configured number, or the default.
  package var connections: Int { maximumConnections ?? PostgreSQLStoreOptions().connections }
}

extension ServerConfiguration {
  /// The file of the embedded store.
  var databasePath: String { Self.databasePath(in: dataDirectory) }

  static func databasePath(in dataDirectory: String) -> String { "\(dataDirectory)/doorward.sqlite3" }

  /// Opens the store of a server. Its schema is brought up to date.
  func openStore() async throws -> any InspectableStore {
    switch database {
    case .sqlite: try await SQLiteStore.open(at: databasePath)
    case .postgresql(let settings):
      try await PostgreSQLStore.open(
        settings, options: PostgreSQLStoreOptions(connections: settings.connections))
    }
  }

  /// Opens the store for reading, also with the schema of an older server. Nothing is written, so a file on a read-only medium
  /// can be read.
  ///
  /// - Parameter body: the work. It runs again if a server has opened the file meanwhile. The store is closed afterwards.
  /// - Returns: the value of `body`.
  /// - Throws: ``StoreError``, or the error of `body`.
  func inspectStore<Value>(_ body: (any InspectableStore) async throws -> Value) async throws -> Value {
    switch database {
    case .sqlite:
      // A file without a log is read as if it could not change, without files next to it.
      if try !DatabaseFile.hasLog(databasePath) {
        let outcome: Result<Value, any Error>
        do {
          outcome = .success(try await openFile(isFrozen: true).closing(after: body))
        } catch {
          outcome = .failure(error)
        }
        // If a server has opened the file meanwhile, the result may be inconsistent.
        if try !DatabaseFile.hasLog(databasePath) { return try outcome.get() }
      }
      return try await openFile(isFrozen: false).closing(after: body)
    case .postgresql(let settings):
      return try await PostgreSQLStore.open(
        settings, options: PostgreSQLStoreOptions(access: .inspection, connections: 1)
      ).closing(after: body)
    }
  }

  private func openFile(isFrozen: Bool) async throws -> SQLiteStore {
    try await SQLiteStore.open(
      at: databasePath, options: SQLiteStoreOptions(access: .inspection, isFrozen: isFrozen, readers: 1))
  }

  /// Opens a file for reading, for a task that must not run twice.
  static func openToCopy(_ path: String, _ access: SQLiteStoreOptions.Access) async throws -> SQLiteStore {
    // No server can open a file on a read-only medium.
    let isFrozen = try PathInspection(path).isOnReadOnlyFileSystem && !DatabaseFile.hasLog(path)
    return try await SQLiteStore.open(
      at: path, options: SQLiteStoreOptions(access: access, isFrozen: isFrozen, readers: 1))
  }

  /// Whether a server has made the database. An empty database of PostgreSQL is not made.
  func hasDatabase() async throws -> Bool {
    switch database {
    case .sqlite: try DatabaseFile.exists(databasePath)
    case .postgresql: try await inspectStore { try await $0.schema().applied > 0 }
    }
  }

  /// - Throws: ``StoreError`` `store_missing` if there is no database yet.
  func requireDatabase() async throws {
    guard try await !hasDatabase() else { return }
    switch database {
    case .sqlite:
      throw StoreError(
        .missing,
        "there is no database in \(dataDirectory): start the server once to create it, or choose another directory (--data)"
      )
    case .postgresql(let settings):
      throw StoreError(
        .missing,
        "\(settings) has no tables of this server: start the server once to create them, or choose another database (--database)"
      )
    }
  }
}
