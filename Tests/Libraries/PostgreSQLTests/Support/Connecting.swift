import DatabaseServers
import DoorwardPostgreSQL
import Testing

/// A connection to the shared server. `change` changes the settings.
func connect(
  _ parameters: String = "", database: String = "postgres", port: Int? = nil,
  _ change: (inout PostgreSQLSettings) -> Void = { _ in }
) async throws -> PostgreSQLConnection {
  let server = try await PostgreSQLServer.shared
  var settings = try PostgreSQLSettings(server.url(database, port: port, parameters))
  change(&settings)
  return try PostgreSQLConnection(settings)
}

/// The error that a body throws.
func failure<Value>(_ body: () throws -> Value) -> PostgreSQLError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? PostgreSQLError
  }
}
