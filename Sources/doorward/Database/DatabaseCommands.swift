import DoorwardSQLiteStore
import DoorwardServer
import DoorwardSessions

/// Reads the whole database and reports its errors.
enum DatabaseCheckCommand: Command {
  static let words = ["database", "check"]
  static let summary = "read the whole database and say what is wrong with it, a line each"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    Nothing is changed, and a running server goes on meanwhile. Where nothing is wrong it prints "ok" and
    exits 0; else stop the server and restore a backup.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let database = try DatabaseAdministration(ConfigurationOptions.configuration(arguments))
    let problems = try await database.problems()
    guard problems.isEmpty else {
      for problem in problems { StandardStream.output.line(problem) }
      return .refused
    }
    StandardStream.output.line("ok")
    return .done
  }
}

/// Copies the database while the server runs.
enum DatabaseBackupCommand: Command {
  static let words = ["database", "backup"]
  static let summary = "copy the database, as it is at this moment, to a new file"
  static let synopsis = "FILE"
  static let options = ConfigurationOptions.all
  static let discussion = """
    A running server goes on meanwhile. The copy is one file, readable to you alone; it appears under its
    name whole and checked, or not at all, and nothing is overwritten. Keep the master key beside it and
    apart from it: without that key the copy's signing keys and sessions are worthless.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let database = try DatabaseAdministration(ConfigurationOptions.configuration(arguments))
    try await database.backup(to: arguments.operands[0])
    return .done
  }
}

/// Brings the schema up to date without starting the server.
enum DatabaseMigrateCommand: Command {
  static let words = ["database", "migrate"]
  static let summary = "bring the database to the schema of this version"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    The server does this by itself when it starts. There is no way back: make a backup first.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let database = try DatabaseAdministration(ConfigurationOptions.configuration(arguments))
    let steps = try await database.migrate()
    let schema = try await database.schema()
    StandardStream.output.line(
      steps == 0
        ? "the schema is at step \(schema.applied), which is the newest: nothing to do"
        : "\(steps) of \(schema.known) steps applied")
    return .done
  }
}
