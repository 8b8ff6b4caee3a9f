/// The options of a store in PostgreSQL.
package struct PostgreSQLStoreOptions: Sendable {
  /// The store's access to the database.
  package enum Access: Sendable {
    /// Makes or migrates the schema, reads and writes.
    case readWrite
    /// Reads a database that has the current schema. Writes are refused.
    case readOnly
    /// Like `readOnly`, and also accepts the schema of an older server, or none. It serves to inspect a database.
    case inspection
  }

  package var access: Access
  /// The most connections. Each has its own thread.
  package var connections: Int
  /// The number of requests that may wait. Further requests are refused.
  package var queueLimit: Int
  /// The longest time that a request waits for a connection. After it, the client has probably given up.
  package var patience: Duration
  /// The time after which a transaction that has failed does not run again.
  package var repetitionTime: Duration

  package init(
    access: Access = .readWrite, connections: Int = 16, queueLimit: Int = 4096,
    patience: Duration = .seconds(5), repetitionTime: Duration = .seconds(20)
  ) {
    self.access = access
    self.connections = max(1, connections)
    self.queueLimit = max(1, queueLimit)
    self.patience = patience
    self.repetitionTime = repetitionTime
  }
}
