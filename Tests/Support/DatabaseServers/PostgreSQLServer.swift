internal import ChildProcesses
internal import DoorwardPostgreSQL
internal import DoorwardSystem
internal import Foundation
internal import Synchronization

/// A PostgreSQL server on a loopback port, as an unprivileged user, in a temporary folder. It ends with the process.
///
/// The user of its databases is `doorward`, who may do everything. Data survives a crash of the server but not of the
/// machine: nothing waits for the disk.
package final class PostgreSQLServer: Sendable {
  /// The port on 127.0.0.1.
  package let port: Int
  /// The folder of the server, which also has its Unix socket and its log.
  package var path: String { folder.path }
  let folder: ServerFolder
  private let databases = Atomic<Int>(0)
  private let administration = DispatchQueue(label: "databases of tests")

  /// Whether PostgreSQL is installed.
  package static var isInstalled: Bool { PostgreSQLPrograms.folder != nil }

  private static let starting = Task.detached { try await start() }

  /// The server that all tests of this process share.
  package static var shared: PostgreSQLServer { get async throws { try await starting.value } }

  /// Starts a server of its own for a test that stops it or changes its settings.
  ///
  /// - Parameter settings: settings of `postgresql.conf`.
  /// - Returns: the server, which accepts connections.
  /// - Throws: an error with the output of the program that failed.
  package static func start(_ settings: [String: String] = [:]) async throws -> PostgreSQLServer {
    try await blocking { try PostgreSQLServer(settings) }
  }

  private init(_ settings: [String: String]) throws {
    folder = try ServerFolder()
    port = Int(try FreePort.find())
    try control("initdb", ["-D", data, "-U", "doorward", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"])
    let own = [
      "listen_addresses": "127.0.0.1", "port": "\(port)", "unix_socket_directories": folder.path,
      "fsync": "off", "full_page_writes": "off", "max_connections": "200", "shared_buffers": "64MB",
      "wal_level": "minimal", "max_wal_senders": "0", "autovacuum": "off", "timezone": "UTC",
    ]
    let lines = own.merging(settings) { $1 }.map { "\($0) = '\($1)'\n" }.sorted().joined()
    try append(lines, to: "postgresql.conf")
    try start()
  }

  private var data: String { "\(folder.path)/data" }

  // MARK: Addresses

  /// The URL of a database over TCP.
  ///
  /// - Parameters:
  ///   - database: its name.
  ///   - port: the port; another one for a proxy or a pooler before the server.
  ///   - parameters: the parameters of the URL, such as `sslmode=disable`.
  /// - Returns: the URL.
  package func url(_ database: String = "postgres", port: Int? = nil, _ parameters: String = "") -> String {
    "postgresql://doorward@127.0.0.1:\(port ?? self.port)/\(database)"
      + (parameters.isEmpty ? "" : "?" + parameters)
  }

  /// The URL of a database over the Unix socket.
  package func socketURL(_ database: String = "postgres") -> String {
    "postgresql://doorward@/\(database)?host=\(folder.path)&port=\(port)"
  }

  // MARK: Databases

  /// Makes a database.
  ///
  /// - Parameters:
  ///   - template: a database to copy, to which no connection is open; nil for an empty one.
  ///   - encoding: its encoding, that of the template if there is one.
  /// - Returns: the database. It is removed when it is released.
  /// - Throws: the server's error.
  package func makeDatabase(template: String? = nil, encoding: String = "UTF8") async throws -> TestDatabase {
    let name = "test_\(databases.add(1, ordering: .relaxed).newValue)"
    try await execute(
      "CREATE DATABASE \(name) TEMPLATE \(template ?? "template0") ENCODING '\(encoding)' STRATEGY file_copy")
    return TestDatabase(name: name, server: self)
  }

  /// Runs statements as an administrator, such as `ALTER SYSTEM`.
  package func execute(_ sql: String, in database: String = "postgres") async throws {
    let url = url(database)
    try await Self.blocking(on: administration) {
      var settings = try PostgreSQLSettings(url)
      settings.timeouts.statement = .seconds(60)
      let connection = try PostgreSQLConnection(settings)
      connection.answerTimeout = .seconds(60)
      try connection.script(sql)
    }
  }

  /// Removes a database later. Nothing waits for it.
  func remove(_ name: String) {
    Task.detached { try? await self.execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)") }
  }

  // MARK: Stopping and starting

  /// Starts the server again and waits until it accepts connections.
  package func start() throws {
    try control("pg_ctl", ["-D", data, "-l", "\(folder.path)/server.log", "-w", "-t", "60", "start"])
  }

  /// Stops the server: it ends its connections, and writes what is committed.
  package func stop() throws { try control("pg_ctl", ["-D", data, "-m", "fast", "-w", "stop"]) }

  /// Sends a signal to the main process of the server.
  package func signal(_ signal: Int32) throws {
    let file = try String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
    guard let line = file.split(separator: "\n").first, let id = Int32(line) else {
      throw DatabaseServerFailure("the server does not run")
    }
    kill(id, signal)
  }

  /// Reads `postgresql.conf` and the certificates again.
  package func reload() throws { try control("pg_ctl", ["-D", data, "reload"]) }

  /// Replaces the rules that say who may connect, `pg_hba.conf`.
  package func replaceAuthentication(_ rules: String) throws {
    try Data(rules.utf8).write(to: URL(filePath: "\(data)/pg_hba.conf"))
    try reload()
  }

  func append(_ lines: String, to file: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: "\(data)/\(file)"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(lines.utf8))
    try file.close()
  }

  private func control(_ program: String, _ arguments: [String]) throws {
    guard let programs = PostgreSQLPrograms.folder else {
      throw DatabaseServerFailure("PostgreSQL is not installed: run scripts/install-packages swift-tests")
    }
    try PostgreSQLPrograms.run(
      PostgreSQLPrograms.unprivileged("\(programs)/\(program)", arguments), log: "\(folder.path)/programs.log"
    )
  }

  static func blocking<Value: Sendable>(
    on queue: DispatchQueue = DispatchQueue(label: "start of a server"),
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { caller in
      queue.async { caller.resume(with: Result { try body() }) }
    }
  }
}
