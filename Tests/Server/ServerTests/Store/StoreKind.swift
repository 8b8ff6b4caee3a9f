import DatabaseServers
import DoorwardPostgreSQLStore
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore
import Encodings
import Foundation

/// The stores that must meet the contract. Each contract suite runs with all of them, and the servers of the other suites
/// have the one of ``ofServers``.
enum StoreKind: String, CaseIterable, Sendable {
  case sqlite
  case postgresql

  /// The store of the servers whose test names none: the variable `DOORWARD_TEST_STORE`, or SQLite.
  static let ofServers: StoreKind = {
    guard let name = ProcessInfo.processInfo.environment["DOORWARD_TEST_STORE"] else { return .sqlite }
    guard let kind = StoreKind(rawValue: name) else {
      preconditionFailure("DOORWARD_TEST_STORE must be one of \(allCases.map(\.rawValue))")
    }
    return kind
  }()

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
    // The first server makes the tables and the master key.
    let directory = try TemporaryDirectory()
    var settings = settings
    settings["database"] = .string(
      self == .postgresql ? try await directory.databaseURL() : "sqlite:\(directory.path)")
    try await body(settings)
    withExtendedLifetime(directory) {}
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
