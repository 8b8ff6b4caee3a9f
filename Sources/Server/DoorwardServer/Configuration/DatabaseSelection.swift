package import DoorwardPostgreSQL
import DoorwardSessions

/// The database of a server.
package enum DatabaseSelection: Sendable {
  /// A file in the data directory.
  case sqlite
  /// A PostgreSQL server, which many processes can share. The data directory then has only the master key, if that.
  case postgresql(PostgreSQLSettings)

  /// The numbers of connections that a configuration may have.
  private static let connectionRange = Int64(1)...1000

  /// Reads the keys `database`, `database_connections` and `data`.
  ///
  /// - Parameter reader: the reader of the configuration. It gets the mistakes.
  /// - Returns: the database and the data directory.
  static func read(_ reader: inout ConfigurationReader) -> (DatabaseSelection, dataDirectory: String) {
    var directory = reader.string("data") ?? ".doorward"
    var selection = DatabaseSelection.sqlite
    let connections = reader.integer("database_connections", in: connectionRange)
    if let text = reader.string("database") {
      if text.hasPrefix("sqlite:") {
        directory = String(text.dropFirst("sqlite:".count))
      } else if var settings = postgreSQL(text, &reader) {
        if let connections {
          if settings.maximumConnections != nil {
            reader.refuse(
              "database_connections", "cannot be combined with connections= in database; give one of them")
          }
          settings.maximumConnections = Int(connections)
        }
        selection = .postgresql(settings)
      }
    }
    if directory.isEmpty { reader.refuse("data", "must name a directory") }
    return (selection, directory)
  }

  private static func postgreSQL(_ text: String, _ reader: inout ConfigurationReader) -> PostgreSQLSettings? {
    // Any other text with `=` is a connection string of libpq.
    guard PostgreSQLSettings.isURL(text) || text.contains("=") else {
      reader.refuse(
        "database", "must be sqlite:DIRECTORY or postgresql://USER@HOST/NAME; omit the key to use data")
      return nil
    }
    do throws(PostgreSQLSettingsError) {
      return try PostgreSQLSettings(text)
    } catch {
      reader.refuse("database", error.reason)
      return nil
    }
  }
}
