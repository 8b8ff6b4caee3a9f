import DatabaseServers
import DoorwardPostgreSQLStore
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore
import Encodings

/// The stores that must meet the contract. Each contract suite runs with all of them.
enum StoreKind: String, CaseIterable, Sendable {
  case sqlite
  case postgresql

  /// Opens an empty store, runs `body` with it and closes it.
  func withStore(_ body: (any Store) async throws -> Void) async throws {
    switch self {
    case .sqlite:
      let directory = try TemporaryDirectory()
      let store = try await SQLiteStore.open(at: directory.file("store.sqlite3"))
      do {
        try await body(store)
      } catch {
        await store.close()
        throw error
      }
      await store.close()
    case .postgresql:
      try await PostgreSQLStore.with(MigratedDatabase.make()) { store in try await body(store) }
    }
  }

  /// Runs a body with the settings of servers that share an empty store.
  ///
  /// - Parameters:
  ///   - settings: the other settings.
  ///   - body: starts the servers, all with the same data directory, which has the master key.
  /// - Throws: the error of the body.
  func withSettings(
    _ settings: JSONObject = JSONObject(), _ body: (JSONObject) async throws -> Void
  ) async throws {
    guard self == .postgresql else { return try await body(settings) }
    // The first server makes the tables and the master key.
    let database = try await PostgreSQLServer.shared.makeDatabase()
    var settings = settings
    settings["database"] = .string(database.url)
    try await body(settings)
    withExtendedLifetime(database) {}
  }

  /// Runs a body with two stores on one empty database, which stand for two processes.
  func withStores(_ body: ([any Store]) async throws -> Void) async throws {
    switch self {
    case .sqlite:
      let directory = try TemporaryDirectory()
      let first = try await SQLiteStore.open(at: directory.file("store.sqlite3"))
      let second = try await SQLiteStore.open(at: directory.file("store.sqlite3"))
      let result: Result<Void, any Error>
      do { result = .success(try await body([first, second])) } catch { result = .failure(error) }
      await first.close()
      await second.close()
      try result.get()
    case .postgresql:
      let database = try await MigratedDatabase.make()
      try await PostgreSQLStore.with(database) { first in
        try await PostgreSQLStore.with(database) { second in try await body([first, second]) }
      }
    }
  }
}
