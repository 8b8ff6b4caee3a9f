import DatabaseServers
import DoorwardPostgreSQLStore
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore

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
}
