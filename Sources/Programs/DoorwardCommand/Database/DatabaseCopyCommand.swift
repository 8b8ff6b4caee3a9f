import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

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
