import DoorwardPostgreSQL

/// A schema of a PostgreSQL database for one measurement; it is dropped when the run ends.
final class BenchSchema {
  private let name: StaticString
  private let database: String

  init(_ name: StaticString, in database: String) throws {
    self.name = name
    self.database = database
    try PostgreSQLConnection(PostgreSQLSettings(database)).script("CREATE SCHEMA \(name)")
  }

  deinit {
    let connection = try? PostgreSQLConnection(PostgreSQLSettings(database))
    // A large schema takes long.
    connection?.answerTimeout = .seconds(600)
    try? connection?.script("SET statement_timeout = 0; DROP SCHEMA \(name) CASCADE")
  }

  /// The address of the database with the schema.
  var url: String {
    "\(database)\(database.contains("?") ? "&" : "?")options=-csearch_path%3D\(name)"
  }
}
