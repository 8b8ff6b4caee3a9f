import DoorwardCommandLine
import DoorwardSQLRows
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardSessions
import Encodings

/// Reads the whole database and reports its errors.
enum DatabaseCheckCommand: Command {
  static let words = ["database", "check"]
  static let summary = "check the whole database and print its errors, one per line"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    Changes nothing. The server may run at the same time. Prints "ok" and exits 0 if the database has no
    errors. Otherwise stop the server and restore a backup.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let database = try await DatabaseAdministration(ConfigurationOptions.configuration(arguments))
    let problems = try await database.problems()
    guard problems.isEmpty else {
      for problem in problems { Output.line("\(problem)") }
      return .refused
    }
    Output.line("ok")
    return .done
  }
}

/// Copies the database while the server runs.
enum DatabaseBackupCommand: Command {
  static let words = ["database", "backup"]
  static let summary = "copy the database to a new file"
  static let synopsis = "FILE"
  static let options = ConfigurationOptions.all
  static let discussion = """
    The server may run at the same time. The copy is one file that only its owner can read. It gets its name
    when it is complete and checked; an existing file is not overwritten. Back up the master key too, in a
    different place: without the key, the signing keys and sessions of the copy cannot be used. For a database
    of PostgreSQL, use its own tools: pg_dump, or pg_basebackup with an archive of the write-ahead log.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let database = try await DatabaseAdministration(ConfigurationOptions.configuration(arguments))
    let path = arguments.operands[0]
    try await database.backup(to: path)
    Output.say("The database is copied to \(path).")
    return .done
  }
}

/// Brings the schema up to date without starting the server.
enum DatabaseMigrateCommand: Command {
  static let words = ["database", "migrate"]
  static let summary = "update the database to the schema of this version"
  static let synopsis = "[--dry-run]"
  static let options =
    ConfigurationOptions.all + [
      CommandOption("dry-run", "print the steps that are missing, and change nothing")
    ]
  static let discussion = """
    The server also does this when it starts. The update cannot be reverted: make a backup first. With
    --dry-run, standard output has the name of each missing step; a database of PostgreSQL runs the steps and
    rolls them back.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let isDryRun = arguments.has("dry-run")
    let database = try await DatabaseAdministration(
      ConfigurationOptions.configuration(arguments), mayBeEmpty: isDryRun)
    if isDryRun {
      let names = try await database.missingMigrations()
      for name in names { Output.line("\(name)") }
      let known = try await database.schema().known
      Output.say(
        names.isEmpty
          ? "The schema is up to date, at step \(known) of \(known). There is nothing to apply."
          : "database migrate would apply \(names.count == 1 ? "this step" : "these \(names.count) steps"). Nothing was changed."
      )
      return .done
    }
    let steps = try await database.migrate()
    let schema = try await database.schema()
    Output.line(
      steps == 0
        ? "the schema is up to date, at step \(schema.applied)"
        : "\(steps) of \(schema.known) steps applied"
    )
    return .done
  }
}

/// Copies an installation from a file to a database of PostgreSQL.
enum DatabaseCopyCommand: Command {
  static let words = ["database", "copy"]
  static let summary = "copy the database of a data directory to PostgreSQL"
  static let synopsis = "sqlite:DIR postgresql://USER@HOST/NAME"
  static let options: [CommandOption] = []
  static let discussion = """
    The second database must be empty. Prints the number of rows and a checksum of each table after it has read
    them back. All tables are committed together: if the command fails or is killed, the second database stays
    empty, and the command can be repeated. Changes that a server makes after the start of the command are not
    copied, so stop the server first. Give the new servers the master key of DIR.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(2)
    let copy = try DatabaseCopy(from: arguments.operands[0], to: arguments.operands[1])
    let progress = ProgressLine()
    defer { progress.clear() }
    try await copy.run { event in
      switch event {
      case .sent(let table, let rows): progress.show("\(table): \(rows) rows")
      case .comparing(let table, let rows): progress.show("\(table): comparing \(rows) rows")
      case .verified(let table, let content):
        progress.clear()
        Output.line("\(table): \(content)")
      }
    }
    Output.line("the copy is complete")
    return .done
  }
}
