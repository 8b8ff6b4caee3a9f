/// A database of one test. It is removed when it is released.
package final class TestDatabase: Sendable {
  /// The name of the database.
  package let name: String
  /// The server of the database.
  package let server: PostgreSQLServer

  init(name: String, server: PostgreSQLServer) {
    self.name = name
    self.server = server
  }

  deinit { server.remove(name) }

  /// The URL of the database over TCP.
  package var url: String { url("") }

  /// The URL of the database over TCP, with parameters.
  package func url(_ parameters: String) -> String { server.url(name, parameters) }
}
