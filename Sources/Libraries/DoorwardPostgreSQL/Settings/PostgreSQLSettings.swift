/// The address of a database and the rules of a connection to it.
///
/// The text is a URL (`postgresql://user@host:5432/name?parameter=value`, also `postgres://`) or a connection string of
/// libpq (`host=… dbname=…`). Anything that the text does not name comes from libpq's usual places: the environment
/// (`PGHOST`, `PGPASSWORD`, …), the password file (`PGPASSFILE`) and the service file (`service=…`, `PGSERVICE`).
///
/// The text may have three parameters of this package:
///
/// - `pooler=transaction`: a transaction pooler such as pgbouncer is in between. Statements then have no names, and a
///   transaction sets its own limits of time.
/// - `connections=16`: the most connections that one process opens.
/// - `insecure=yes`: allows `sslmode=disable`, `require` and `verify-ca` for a database on another host, such as one that is
///   reached through a tunnel.
///
/// If the database is on another host, TLS with a verified certificate and name (`verify-full`) is required. On
/// loopback addresses and Unix sockets TLS is used if the server offers it, unless `sslmode` says otherwise.
public struct PostgreSQLSettings: Sendable, CustomStringConvertible, CustomReflectable {
  /// A program between this process and the database.
  public enum Pooler: Sendable {
    /// Every connection is a session of its own.
    case none
    /// A connection has a session of the server only during a transaction.
    case transaction
  }

  /// The limits of time. They can be changed before a connection is opened.
  public var timeouts = PostgreSQLTimeouts()
  /// The program between this process and the database.
  public let pooler: Pooler
  /// The most connections that one process opens; nil if neither the text nor the owner of the settings says it.
  public var maximumConnections: Int?
  /// Whether every connection verifies the certificate and the name of the server.
  public var verifiesServer: Bool { options["sslmode"] == "verify-full" }
  /// Whether the text itself has a password.
  public let namesPassword: Bool
  /// Whether every server is on this machine: a loopback address or a Unix socket.
  public let isLocal: Bool

  /// The options for libpq, with those of the environment and the service file. One of them can be the password.
  let options: [String: String]
  /// The servers, in the order in which they are tried.
  private(set) var servers: [ServerAddress]

  /// Reads a text.
  ///
  /// - Parameter text: a URL or a connection string.
  /// - Throws: ``PostgreSQLSettingsError``. It never contains a part of the text.
  public init(_ text: String) throws(PostgreSQLSettingsError) {
    let parts = try SettingsText(text)
    var (options, namesPassword) = try LibraryOptions.resolve(parts.libraryText)
    self.namesPassword = namesPassword
    servers = try ServerAddress.list(options)
    isLocal = servers.allSatisfy(\.isLocal)
    try TransportRule(isLocal: isLocal, allowsInsecure: parts.allowsInsecure).apply(to: &options)
    if servers.count > 1, options["target_session_attrs"] == "any" {
      // After a failover, the first server of the list can be a standby.
      options["target_session_attrs"] = "read-write"
    }
    self.options = options
    pooler = parts.pooler
    maximumConnections = parts.maximumConnections
  }

  /// The same settings for each server of the list alone.
  public var alternatives: [PostgreSQLSettings] {
    servers.map { server in
      var settings = self
      settings.servers = [server]
      return settings
    }
  }

  /// The same settings, with which a server of the list is tried first.
  func preferring(_ server: ServerAddress) -> PostgreSQLSettings {
    var settings = self
    settings.servers.removeAll { $0 == server }
    settings.servers.insert(server, at: 0)
    return settings
  }

  /// Whether a text has the form of a URL of PostgreSQL.
  public static func isURL(_ text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
  }

  /// The address without password, such as `postgresql://doorward@db.example:5432/doorward`.
  public var description: String {
    let hosts = servers.map(\.description).joined(separator: ",")
    return "postgresql://\(options["user"] ?? "")@\(hosts)/\(options["dbname"] ?? options["user"] ?? "")"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

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

/// The reason why a text does not name a database. The description never contains a part of the text, because that part
/// can be a password.
public struct PostgreSQLSettingsError: Error, Equatable, CustomStringConvertible {
  /// The kinds of failure; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public let rawValue: String
    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text is not a URL or a connection string of libpq.
    public static let malformed = Code(rawValue: "malformed")
    /// A parameter is unknown, or its value is.
    public static let parameter = Code(rawValue: "parameter")
    /// The service file or the password file cannot be used.
    public static let service = Code(rawValue: "service")
    /// The database is on another host, and the connection to it would not be protected.
    public static let unprotected = Code(rawValue: "unprotected")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence that names the mistake and its correction.
  public let reason: String

  /// Makes an error.
  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { reason }

  /// Two errors are equal if their codes are equal.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
