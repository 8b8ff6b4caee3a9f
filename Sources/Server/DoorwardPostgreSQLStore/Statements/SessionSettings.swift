import DoorwardPostgreSQL

/// The settings of a session of the server that this store needs.
enum SessionSettings {
  /// Serializable transactions collide on what they have read. A scan of a whole table, which PostgreSQL chooses for a small
  /// one, would collide with every change of the table, and every query of a table that grows has an index.
  ///
  /// The few scans that no index avoids, of tables with a few rows, then seem so expensive that PostgreSQL would compile them to
  /// machine code, which takes up to half a second in each connection.
  private static let planner = [(name: "enable_seqscan", value: "off"), (name: "jit", value: "off")]

  /// All settings, for a session that lasts for one transaction.
  static func all(_ settings: PostgreSQLSettings) -> [(name: String, value: String)] {
    settings.timeouts.sessionSettings.map { (name: $0.name, value: String($0.milliseconds)) } + planner
  }

  /// Sets what a new connection does not have yet.
  static func apply(to connection: PostgreSQLConnection) throws(PostgreSQLError) {
    guard connection.settings.pooler == .none else { return }
    for (name, value) in planner {
      try connection.queue("SELECT set_config(?1, ?2, false)", [.text(name), .text(value)])
    }
    // A batch is one transaction unless it has a BEGIN, which must come before any query.
    try connection.send()
  }
}
