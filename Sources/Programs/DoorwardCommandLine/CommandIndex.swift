import DoorwardSessions
import Encodings

/// Finds a command by its words.
struct CommandIndex {
  /// The meaning of a command line.
  enum Found {
    case command(any Command.Type, arguments: [String])
    /// The text that the user asked for.
    case help(EscapedText)
    /// The words name a group of commands, or none are given. The text lists the commands.
    case incomplete(EscapedText)
    /// No command has these words. `group` has the first of them that are right.
    case unknown(EscapedText, group: [String])
  }

  private let help: CommandHelp
  private let commands: [any Command.Type]

  init(_ help: CommandHelp, _ commands: [any Command.Type]) {
    self.help = help
    self.commands = commands
  }

  func find(_ arguments: [String]) -> Found {
    guard let first = arguments.first else { return .incomplete(list([])) }
    if first == "help" { return find(Array(arguments.dropFirst()) + ["--help"]) }
    let asksForHelp = arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    let named = commands.filter { arguments.starts(with: $0.words) }
    if let command = named.max(by: { $0.words.count < $1.words.count }) {
      if asksForHelp { return .help(EscapedText(lines: help.text(command))) }
      return .command(command, arguments: Array(arguments.dropFirst(command.words.count)))
    }
    let words = Array(arguments.prefix { !$0.hasPrefix("-") })
    guard words.isEmpty || members(of: words).isEmpty else {
      if asksForHelp { return .help(list(words)) }
      return .incomplete(
        "\(help.program): \(words.joined(separator: " ")) is a group of commands; choose one\n\n\(list(words))"
      )
    }
    if words.isEmpty, asksForHelp { return .help(list([])) }
    return unknown(words.isEmpty ? [first] : words)
  }

  private func members(of words: [String]) -> [any Command.Type] {
    commands.filter { $0.words.starts(with: words) }
  }

  private func list(_ words: [String]) -> EscapedText {
    EscapedText(lines: help.list(members(of: words), of: words))
  }

  private func unknown(_ words: [String]) -> Found {
    let known = words.indices.last { !members(of: Array(words.prefix($0))).isEmpty } ?? 0
    let group = Array(words.prefix(known))
    let wrong = words.prefix(known + 1).joined(separator: " ")
    let guess = (meant(by: words) ?? []).joined(separator: " ")
    return .unknown(
      "there is no command \"\(wrong)\"\(guess.isEmpty ? "" : ". Did you mean \"\(guess)\"?")", group: group)
  }

  /// The words of the command or group that was probably meant; nil if none is near.
  private func meant(by words: [String]) -> [String]? {
    // The first word was left out: "user list".
    if let command = commands.first(where: { $0.words.count > 1 && words.starts(with: $0.words.dropFirst()) })
    {
      return command.words
    }
    var meant: [String] = []
    for word in words {
      let next = Set(members(of: meant).compactMap { $0.words.dropFirst(meant.count).first })
      // The other words are operands.
      if next.isEmpty { break }
      guard let near = next.contains(word) ? word : Suggestion.nearest(to: word, among: next) else {
        return nil
      }
      meant.append(near)
    }
    return meant
  }
}
