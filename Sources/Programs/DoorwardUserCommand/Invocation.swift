import Doorward

/// The command and the options of the command line.
struct Invocation {
  let command: UserCommand
  private var values: [UserCommand.Option: String] = [:]

  /// The reason why no command runs.
  enum Refusal: Error {
    /// The user asked for this text.
    case text(String)
    /// The command line is wrong.
    case wrongUse(String)
  }

  /// Reads the arguments.
  init(_ words: [String]) throws(Refusal) {
    guard let first = words.first else { throw .wrongUse("a command is missing\n\n\(UserCommand.help)") }
    if first == "--help" || first == "help" { throw .text(UserCommand.help) }
    if first == "--version" { throw .text("doorward-user \(DoorwardSDK.version)\n") }
    var rest = words.dropFirst()
    var name = first
    let isFirstOfTwo = UserCommand.allCases.contains { $0.rawValue.hasPrefix("\(name) ") }
    if isFirstOfTwo, let second = rest.popFirst() { name += " \(second)" }
    guard let command = UserCommand(rawValue: name) else {
      throw .wrongUse("\(name) is not a command; doorward-user --help lists them\n")
    }
    self.command = command
    while let word = rest.popFirst() { try take(word, &rest) }
    let ways: [UserCommand.Option] = [.device, .password, .code, .securityKey].filter(has)
    guard ways.count < 2 else {
      throw .wrongUse("\(ways.map { "--\($0.rawValue)" }.joined(separator: " and ")) exclude each other\n")
    }
    guard command != .setPhoto || has(.file) else { throw .wrongUse("photo set needs --file FILE\n") }
    guard command != .login || !has(.user) || has(.password) || has(.code) else {
      throw .wrongUse("--user needs --password or --code\n")
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Refusal) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard word.hasPrefix("--"), let option = UserCommand.Option(rawValue: String(parts[0].dropFirst(2))),
      command.options.contains(option) || option == .help
    else {
      throw .wrongUse("unknown option \(word); doorward-user \(command.rawValue) --help lists them\n")
    }
    if option == .help { throw .text(command.help) }
    guard values[option] == nil else { throw .wrongUse("--\(option.rawValue) is given twice\n") }
    if let name = option.value {
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
        throw .wrongUse("--\(option.rawValue) needs \(name)\n")
      }
      values[option] = value
    } else {
      guard parts.count == 1 else { throw .wrongUse("--\(option.rawValue) takes no value\n") }
      values[option] = ""
    }
  }

  subscript(option: UserCommand.Option) -> String? { values[option] }
  func has(_ option: UserCommand.Option) -> Bool { values[option] != nil }
}
