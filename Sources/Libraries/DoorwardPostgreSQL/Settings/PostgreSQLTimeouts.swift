/// The limits of time of a connection.
public struct PostgreSQLTimeouts: Sendable, Equatable {
  /// The time for one server of the list to accept the connection. All addresses of one name share it, so several servers need
  /// several names. The search for the addresses of a name is not included: the resolver of the system limits it.
  public var connect: Duration = .seconds(3)
  /// The server cancels a statement that runs longer.
  public var statement: Duration = .seconds(5)
  /// The server cancels a statement that waits longer for a lock.
  public var lock: Duration = .seconds(3)
  /// The server ends a session whose transaction is idle for longer.
  public var idleInTransaction: Duration = .seconds(30)
  /// The time to wait for an answer. Then the connection is closed, because the network or the server has lost it.
  /// It is longer than the limit of a statement, so that the server ends a slow statement first.
  public var answer: Duration = .seconds(7)

  /// Makes the default limits.
  public init() {}

  /// The settings of the session in the form of `options` in a connection string, such as `-c statement_timeout=10000`.
  var sessionOptions: String {
    sessionSettings.map { "-c \($0.name)=\($0.milliseconds)" }.joined(separator: " ")
  }

  /// The names and values of the server's settings, in milliseconds. A pooler accepts no settings of a session, so a
  /// transaction sets them with `SET LOCAL`.
  public var sessionSettings: [(name: String, milliseconds: Int64)] {
    [
      ("statement_timeout", statement.milliseconds),
      ("lock_timeout", lock.milliseconds),
      ("idle_in_transaction_session_timeout", idleInTransaction.milliseconds),
    ]
  }
}

extension Duration {
  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
