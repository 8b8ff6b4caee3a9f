/// One of the program's commands.
protocol Command: Sendable {
  /// The words that call it: `admin key create`.
  static var words: [String] { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What follows the words in the usage line.
  static var synopsis: String { get }
  static var options: [CommandOption] { get }
  /// What `--help` adds below the options; empty where there is nothing to add.
  static var discussion: String { get }

  /// Does the work.
  ///
  /// - Parameter arguments: what followed the words, read against ``options``.
  /// - Returns: the exit status.
  /// - Throws: ``UsageError`` for wrong use; anything else is printed as the reason of a "no".
  static func run(_ arguments: CommandArguments) async throws -> ExitStatus
}

extension Command {
  static var discussion: String { "" }
}

/// What the process answers with.
enum ExitStatus: Int32, Sendable {
  case done = 0
  /// The answer is no.
  case refused = 1
  case wrongUse = 2
}

/// An option of a command.
struct CommandOption: Sendable {
  let name: String
  /// What its value is called in the help; nil for a switch.
  let value: String?
  let help: String

  init(_ name: String, value: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// The command line cannot be understood; the message says why.
struct UsageError: Error {
  let message: String
}
