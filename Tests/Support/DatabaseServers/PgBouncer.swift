internal import ChildProcesses
internal import DoorwardPostgreSQL
internal import DoorwardSystem
internal import Foundation

/// pgbouncer before a server: each transaction gets one of few sessions of the server. It ends with the process.
package final class PgBouncer: Sendable {
  /// The port on 127.0.0.1.
  package let port: Int
  private let server: PostgreSQLServer

  /// The program; nil if it is not installed.
  private static let program = [
    "/usr/sbin/pgbouncer", "/opt/homebrew/bin/pgbouncer", "/usr/local/bin/pgbouncer",
  ]
  .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether pgbouncer is installed.
  package static var isInstalled: Bool { program != nil }

  /// Starts pgbouncer in transaction mode.
  ///
  /// - Parameters:
  ///   - server: the server behind it, which keeps it running.
  ///   - sessions: the number of sessions of the server that all transactions share.
  /// - Returns: pgbouncer, which accepts connections.
  /// - Throws: an error with the output of the program.
  package static func start(before server: PostgreSQLServer, sessions: Int = 2) async throws -> PgBouncer {
    try await PostgreSQLServer.blocking { try PgBouncer(server, sessions) }
  }

  private init(_ server: PostgreSQLServer, _ sessions: Int) throws {
    guard let program = Self.program else {
      throw DatabaseServerFailure("pgbouncer is not installed: run scripts/install-packages swift-tests")
    }
    port = Int(try FreePort.find())
    self.server = server
    let name = "\(server.path)/pgbouncer-\(port)"
    let file = """
      [databases]
      * = host=127.0.0.1 port=\(server.port) user=doorward
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = \(port)
      unix_socket_dir =
      auth_type = any
      pool_mode = transaction
      default_pool_size = \(sessions)
      max_client_conn = 200
      max_db_connections = \(sessions)
      logfile = \(name).log
      pidfile = \(name).pid
      """
    try Data(file.utf8).write(to: URL(filePath: "\(name).ini"))
    try PostgreSQLPrograms.run(
      PostgreSQLPrograms.unprivileged(program, ["-q", "-d", "\(name).ini"]), log: "\(name).out")
    // The program returns before it listens.
    let settings = try PostgreSQLSettings(server.url("postgres", port: port, "pooler=transaction"))
    for _ in 0..<100 {
      if (try? PostgreSQLConnection(settings)) != nil { return }
      usleep(50_000)
    }
    throw DatabaseServerFailure("pgbouncer does not listen")
  }
}
