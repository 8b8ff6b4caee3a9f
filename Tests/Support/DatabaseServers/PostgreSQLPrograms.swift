internal import ChildProcesses
internal import DoorwardSystem
internal import Foundation

/// The programs of PostgreSQL, and how the tests run them.
enum PostgreSQLPrograms {
  /// The folder of `postgres`, `initdb` and `pg_ctl`; nil if PostgreSQL is not installed. Debian and Homebrew keep the
  /// programs of the server out of `PATH`.
  static let folder: String? = {
    let roots = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
    let found = roots.flatMap { root in
      ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).map { "\(root)/\($0)/bin" }
    }
    return (found + ["/usr/local/bin", "/usr/bin"])
      .filter { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
      .max { $0.compare($1, options: .numeric) == .orderedAscending }
  }()

  /// A program with the rights of an unprivileged user: PostgreSQL and pgbouncer refuse to run as root.
  static func unprivileged(_ program: String, _ arguments: [String]) -> ChildProgram {
    guard let user else { return ChildProgram(program, arguments) }
    return ChildProgram(
      "setpriv", ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program] + arguments)
  }

  /// The user of Debian's package, if the tests run as root; nil otherwise.
  static var user: String? { geteuid() == 0 ? "postgres" : nil }

  /// Runs a program and throws if it fails.
  static func run(_ program: ChildProgram, log: String) throws {
    var program = program
    program.output = .file(log)
    program.errors = .file(log)
    guard try program.startAlone().wait() == .exited(status: 0) else {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw DatabaseServerFailure("\(program.path) failed: \(text.suffix(2000))")
    }
  }
}

/// A server for the tests was not started.
package struct DatabaseServerFailure: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
