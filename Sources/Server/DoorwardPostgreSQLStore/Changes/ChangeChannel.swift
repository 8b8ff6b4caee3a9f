import DoorwardPostgreSQL

/// The channel of `NOTIFY` on which processes tell each other that an application or a signing key has changed. A message
/// has no content: a process that gets it reads the tables.
enum ChangeChannel {
  /// Sends a message and does not wait. It can be lost, and not all databases of this protocol have such messages, so each
  /// process also looks for changes by itself.
  ///
  /// - Parameter connection: a connection whose transaction is committed.
  static func announce(on connection: PostgreSQLConnection) {
    do throws(PostgreSQLError) {
      try connection.queue("SELECT pg_notify('doorward_changes', '')")
      try connection.send()
    } catch {
      // The next transaction finds the lost connection.
    }
  }

  static func listen(on connection: PostgreSQLConnection) throws(PostgreSQLError) {
    try connection.run("LISTEN doorward_changes")
  }
}
