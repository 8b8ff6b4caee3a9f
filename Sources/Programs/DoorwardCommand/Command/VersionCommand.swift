import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

/// Prints the version, as `--version` does.
enum VersionCommand: Command {
  static let words = ["version"]
  static let summary = "print the version"
  static let synopsis = ""
  static let options: [CommandOption] = []

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    Output.line("doorward \(DoorwardVersion.current)")
    return .done
  }
}
