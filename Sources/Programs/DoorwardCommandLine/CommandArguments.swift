import DoorwardSessions

/// Options and operands, read by GNU's conventions: `--name value`, `--name=value`, `--` ends the options.
package struct CommandArguments: Sendable {
  package let operands: [String]
  private let values: [String: String]
  private let switches: Set<String>

  package init(_ arguments: [String], options: [CommandOption]) throws(UsageError) {
    var operands: [String] = []
    var values: [String: String] = [:]
    var switches: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      guard argument.hasPrefix("--") else { throw Self.unknown(argument, among: options) }
      let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw Self.unknown("--\(name)", among: options)
      }
      guard values[name] == nil, !switches.contains(name) else {
        throw UsageError(message: "--\(name) is given twice")
      }
      if option.value == nil {
        guard parts.count == 1 else { throw UsageError(message: "--\(name) takes no value") }
        switches.insert(name)
      } else if parts.count == 2 {
        values[name] = String(parts[1])
      } else if let value = rest.popFirst() {
        values[name] = value
      } else {
        throw UsageError(message: "--\(name) needs a value")
      }
    }
    self.operands = operands
    self.values = values
    self.switches = switches
  }

  private static func unknown(_ word: String, among options: [CommandOption]) -> UsageError {
    let name = String(word.drop { $0 == "-" })
    if let near = Suggestion.nearest(to: name, among: options.map(\.name) + ["help"]) {
      return UsageError(message: "unknown option \(word). Did you mean --\(near)?")
    }
    return UsageError(message: "unknown option \(word). If it is an operand, write -- before it.")
  }

  /// A URL is not repeated, because it can have a password.
  private static func unexpected(_ operand: String) -> UsageError {
    UsageError(
      message: operand.contains("://")
        ? "unexpected argument, a URL. The database is an option: --database URL"
        : "unexpected argument \(operand)")
  }

  package subscript(name: String) -> String? { values[name] }

  package func has(_ name: String) -> Bool { switches.contains(name) }

  /// Throws if the number of operands is not `count`.
  package func requireOperands(_ count: Int) throws(UsageError) {
    if operands.count > count { throw Self.unexpected(operands[count]) }
    if operands.count < count { throw UsageError(message: "an argument is missing") }
  }
}
