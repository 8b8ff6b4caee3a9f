/// A command of the program.
package protocol Command: Sendable {
  /// The words that select the command: `admin key create`.
  static var words: [String] { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// The part of the usage line after the words.
  static var synopsis: String { get }
  static var options: [CommandOption] { get }
  /// The text below the options in `--help`; empty if there is none.
  static var discussion: String { get }

  /// Runs the command.
  ///
  /// - Parameter arguments: The arguments after the words, parsed according to ``options``.
  /// - Returns: The exit status.
  /// - Throws: ``UsageError`` for wrong usage. Any other error is printed as the reason of the failure.
  static func run(_ arguments: CommandArguments) async throws -> ExitStatus
}

extension Command {
  package static var discussion: String { "" }
}

/// The exit status of the process.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The command ran and its result is negative.
  case refused = 1
  case wrongUse = 2
}

/// An option of a command.
package struct CommandOption: Sendable {
  package let name: String
  /// The name of its value in the help; nil for a switch.
  package let value: String?
  package let help: String

  package init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// The command line cannot be parsed; the message gives the reason.
package struct UsageError: Error {
  package let message: String

  package init(message: String) { self.message = message }
}
