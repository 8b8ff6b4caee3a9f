import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardWire
import Encodings

/// The options that several commands on users share.
enum UserOptions {
  static let application = CommandOption(
    "application", value: "ID", "the application (default: the first)")
  static let address = [
    CommandOption("email", value: "ADDRESS", "the email address"),
    CommandOption("phone-number", value: "NUMBER", "the phone number, with + and the country"),
  ]
  static let inviter = CommandOption(
    "inviter", value: "NAME", "the name of the inviting user (default: the name of the application)")
  static let profile = ProfileText.allCases.map { text in
    let words = text.rawValue.split(separator: "_")
    let name = words.joined(separator: "-")
    return text.input == .language
      ? CommandOption(name, value: "TAG", "the language, such as en-GB")
      : CommandOption(name, value: "TEXT", "the \(words.joined(separator: " "))")
  }

  static let user = "USER is the id, an email address, a phone number or a user name."

  /// The members of a body, from the options of the same names.
  static func body(_ arguments: CommandArguments, _ options: [CommandOption]) -> JSONObject {
    var body = JSONObject()
    for option in options {
      body[member(option.name)] = arguments[option.name].map(JSONValue.string)
    }
    return body
  }

  static func member(_ option: String) -> String { String(option.map { $0 == "-" ? "_" : $0 }) }

  /// The number of an option.
  static func number(
    _ name: String, _ arguments: CommandArguments, in range: ClosedRange<Int>, default standard: Int
  ) throws(UsageError) -> Int {
    guard let text = arguments[name] else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        message: "--\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The JSON object of an option; nil if the option is missing.
  static func object(_ name: String, _ arguments: CommandArguments) throws(UsageError) -> JSONValue? {
    guard let text = arguments[name] else { return nil }
    guard let value = try? JSONParser.parse(text), value.object != nil else {
      throw UsageError(message: "--\(name) must be a JSON object")
    }
    return value
  }

  /// The address, the user name or another identifier of a user.
  static func identifier(_ user: JSONValue) -> String {
    for member in ["email", "phone_number", "username"] {
      if let text = user[member]?.string { return text }
    }
    return user["identities"]?.array?.first?["identifier"]?.string ?? ""
  }

  /// Runs a command on the user that the first operand names.
  ///
  /// `body` is the work. It returns nil if there is no such user.
  ///
  /// - Returns: the result of the work; nil after the message that there is no such user.
  /// - Throws: the errors of the configuration and of the work.
  static func onUser<Value: Sendable>(
    _ arguments: CommandArguments, _ body: (Administration, _ user: String) async throws -> Value?
  ) async throws -> Value? {
    let configuration = try ConfigurationOptions.configuration(arguments)
    let value = try await Administration.using(configuration) {
      try await body($0, arguments.operands[0])
    }
    if value == nil { Output.fail("there is no such user") }
    return value
  }

  /// Runs a command without data on the user that the only operand names, and says what it has done.
  ///
  /// `body` is the work. It returns false if there is no such user.
  ///
  /// - Returns: the status of the command.
  /// - Throws: as ``onUser(_:_:)``.
  static func changeUser(
    _ arguments: CommandArguments, saying result: (_ user: String) -> EscapedText,
    _ body: (Administration, _ user: String) async throws -> Bool
  ) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let done: Void? = try await onUser(arguments) { try await body($0, $1) ? () : nil }
    guard done != nil else { return .refused }
    Output.say(result(arguments.operands[0]))
    return .done
  }
}
