import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardSQLite
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardStore
import Foundation

/// A connection to the database of a test server, for what no store offers.
enum DirectConnection {
  case sqlite(SQLiteConnection)
  case postgresql(PostgreSQLConnection)

  /// Runs a statement that both databases know, with texts as its values.
  func run(_ sql: StaticString, _ texts: [String] = []) throws {
    switch self {
    case .sqlite(let connection): try connection.run(sql, texts.map { .text($0) })
    case .postgresql(let connection): _ = try connection.run(sql, texts.map { .text($0) })
    }
  }

  /// Runs statements that differ between the databases.
  func script(sqlite: StaticString, postgresql: String) throws {
    switch self {
    case .sqlite(let connection): try connection.script(sqlite)
    case .postgresql(let connection): try connection.script(postgresql)
    }
  }

  /// The texts of the first column.
  func texts(_ sql: StaticString) throws -> [String] { try texts(sqlite: sql, postgresql: sql) }

  /// The texts of the first column of a query that differs between the databases.
  func texts(sqlite: StaticString, postgresql: StaticString) throws -> [String] {
    switch self {
    case .sqlite(let connection): try connection.all(sqlite, []) { row in try row.text(0) }
    case .postgresql(let connection): try connection.run(postgresql).rows.map { try $0.text(0) }
    }
  }

  /// Every table of the server.
  func tables() throws -> [String] {
    try texts(
      sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      postgresql: "SELECT CAST(tablename AS TEXT) FROM pg_tables WHERE schemaname = current_schema()")
  }
}

extension TestServer {
  /// A connection to the database of the server.
  func directConnection() throws -> DirectConnection {
    switch configuration.database {
    case .sqlite: .sqlite(try SQLiteConnection(path: directory.file("doorward.sqlite3")))
    case .postgresql(let settings): .postgresql(try PostgreSQLConnection(settings))
    }
  }

  /// Opens the store of the server, as another process does, runs `body` with it and closes it.
  func withStore<Value>(_ body: (any Store) async throws -> Value) async throws -> Value {
    switch configuration.database {
    case .sqlite:
      try await SQLiteStore.open(at: directory.file("doorward.sqlite3")).closing(after: body)
    case .postgresql(let settings):
      try await PostgreSQLStore.open(settings, options: PostgreSQLStoreOptions(connections: 2))
        .closing(after: body)
    }
  }

  /// The bytes of everything that the server has stored: the files in its directory, and the rows of each table of PostgreSQL.
  func storedContent() throws -> [(name: String, bytes: Data)] {
    var content = try FileManager.default.contentsOfDirectory(atPath: directory.path).map { name in
      (name: name, bytes: try Data(contentsOf: URL(fileURLWithPath: directory.file(name))))
    }
    let connection = try directConnection()
    guard case .postgresql(let copying) = connection else { return content }
    for table in try connection.tables() {
      var bytes = Data()
      // The binary format has the bytes of texts and blobs as they are.
      try copying.copy("COPY \(table) TO STDOUT (FORMAT binary)") { bytes.append(contentsOf: $0) }
      content.append((name: table, bytes: bytes))
    }
    return content
  }
}
