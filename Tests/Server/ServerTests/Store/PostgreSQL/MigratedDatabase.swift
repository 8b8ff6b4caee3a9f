import DatabaseServers
import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardStore

/// Databases of tests with the current schema and without rows. Each is a copy of one database.
enum MigratedDatabase {
  private static let template = Task.detached {
    let database = try await PostgreSQLServer.shared.makeDatabase()
    await (try PostgreSQLStore.open(PostgreSQLSettings(database.url))).close()
    return database
  }

  static func make() async throws -> TestDatabase {
    try await PostgreSQLServer.shared.makeDatabase(template: template.value.name)
  }
}

extension PostgreSQLStore {
  /// Opens a store on a database, runs `body` with it and closes it.
  ///
  /// - Parameters:
  ///   - database: the database, which is kept until then.
  ///   - url: another address of the database, such as that of a proxy.
  ///   - options: the options of the store.
  ///   - timeouts: the limits of time.
  ///   - body: uses the store.
  /// - Throws: the error of the body, or ``StoreError`` if the store cannot be opened.
  static func with(
    _ database: TestDatabase, url: String? = nil,
    options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(connections: 8),
    timeouts: PostgreSQLTimeouts = PostgreSQLTimeouts(), _ body: (PostgreSQLStore) async throws -> Void
  ) async throws {
    defer { withExtendedLifetime(database) {} }
    try await with(url: url ?? database.url, options: options, timeouts: timeouts, body)
  }

  /// Opens a store on a database of a server that the caller keeps, runs `body` with it and closes it.
  static func with(
    url: String, options: PostgreSQLStoreOptions = PostgreSQLStoreOptions(connections: 8),
    timeouts: PostgreSQLTimeouts = PostgreSQLTimeouts(), _ body: (PostgreSQLStore) async throws -> Void
  ) async throws {
    var settings = try PostgreSQLSettings(url)
    settings.timeouts = timeouts
    try await PostgreSQLStore.open(settings, options: options).closing(after: body)
  }
}
