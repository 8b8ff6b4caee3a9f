import DoorwardCommandLine
import Encodings

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The question before an act that cannot be undone.
struct Confirmation {
  static let option = CommandOption("yes", "do not ask; required without a terminal")

  private let isGiven: Bool

  /// - Throws: ``UsageError`` if the option is missing and no terminal can show the question.
  init(_ arguments: CommandArguments) throws(UsageError) {
    isGiven = arguments.has(Self.option.name)
    guard isGiven || (isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1) else {
      throw UsageError(message: "the command asks before it acts, and there is no terminal: add --yes")
    }
  }

  /// Asks unless the option was given.
  ///
  /// - Parameter question: the question, which names everything that is lost.
  /// - Returns: whether to act. Every answer except yes means no.
  func ask(_ question: EscapedText) -> Bool {
    if isGiven { return true }
    Output.ask("\(question) [y/N]")
    if let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) { return true }
    Output.say("Nothing was changed.")
    return false
  }
}
