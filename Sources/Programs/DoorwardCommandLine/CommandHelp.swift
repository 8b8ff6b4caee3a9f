/// The help texts of a program, built from the descriptions of its commands.
struct CommandHelp: Sendable {
  let program: String
  let about: String

  /// The list of commands.
  ///
  /// `words` are the words that all of the commands begin with.
  ///
  /// - Returns: The text, with a line for each command.
  func list(_ commands: [any Command.Type], of words: [String] = []) -> String {
    let rows = commands.map { (title: $0.words.joined(separator: " "), summary: $0.summary) }
    let width = rows.map(\.title.count).max() ?? 0
    let lines = rows.map { "  \($0.title.padded(to: width))  \($0.summary)" }
    let command = ([program] + words + ["COMMAND"]).joined(separator: " ")
    return """
      \(words.isEmpty ? "\(about)\n\n" : "")\
      usage: \(command) [OPTION…]

      Commands:
      \(lines.joined(separator: "\n"))

      \(command) --help explains a command.
      Exit status: 0 success, 1 failure or negative result, 2 wrong usage.
      """
  }

  func text(_ command: any Command.Type) -> String {
    var text = "usage: \(([program] + command.words).joined(separator: " "))"
    if !command.synopsis.isEmpty { text += " \(command.synopsis)" }
    text += "\n\n\(command.summary)\n"
    var rows = command.options.map { option in
      (title: "--\(option.name)" + (option.value.map { " \($0)" } ?? ""), help: option.help)
    }
    rows.append((title: "--help", help: "print this text; also -h"))
    let width = rows.map(\.title.count).max() ?? 0
    text +=
      "\nOptions:\n" + rows.map { "  \($0.title.padded(to: width))  \($0.help)" }.joined(separator: "\n")
    if !command.discussion.isEmpty { text += "\n\n\(command.discussion)" }
    return text
  }
}
