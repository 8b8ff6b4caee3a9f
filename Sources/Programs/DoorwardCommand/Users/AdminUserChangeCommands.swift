import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import Encodings

/// Creates a user.
enum AdminUserCreateCommand: Command {
  static let words = ["admin", "user", "create"]
  static let summary = "create a user with addresses that you vouch for, and print the user"
  static let synopsis = "[--email ADDRESS] [--phone-number NUMBER] [--username NAME] [OPTION…]"
  static let options =
    UserOptions.address + [CommandOption("username", value: "NAME", "the user name")] + UserOptions.profile
    + [
      CommandOption("password-stdin", "read the password from standard input, one line"),
      CommandOption(
        "password-hash-stdin", "read a password hash of another system from standard input, one line"),
      CommandOption("metadata", value: "JSON", "the user's metadata"),
      CommandOption("app-metadata", value: "JSON", "the metadata of the application's backends"),
      CommandOption("invite", "send an invitation to the address; a running server delivers it"),
      UserOptions.inviter, UserOptions.application,
    ] + ConfigurationOptions.all
  static let discussion = """
    The user can sign in by a code to each address at once. Give only addresses that belong to the user.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let texts = UserOptions.address + UserOptions.profile + [UserOptions.inviter]
    var body = UserOptions.body(arguments, texts)
    body["username"] = arguments["username"].map(JSONValue.string)
    body["metadata"] = try UserOptions.object("metadata", arguments)
    body["app_metadata"] = try UserOptions.object("app-metadata", arguments)
    if arguments.has("invite") { body["invite"] = true }
    if arguments.has("password-stdin") { body["password"] = .string(try line()) }
    if arguments.has("password-hash-stdin") { body["password_hash"] = .string(try line()) }
    let configuration = try ConfigurationOptions.configuration(arguments)
    let user = try await Administration.using(configuration, making: true) { [body] in
      try await $0.createUser(body, for: arguments["application"])
    }
    if let user { RecordText.write(user) }
    return .done
  }

  private static func line() throws(UsageError) -> String {
    guard let line = readLine(), !line.isEmpty else {
      throw UsageError(message: "standard input has no line")
    }
    return line
  }
}

/// Changes the profile or the metadata of a user.
enum AdminUserUpdateCommand: Command {
  static let words = ["admin", "user", "update"]
  static let summary = "change the profile or the metadata of a user, and print the user"
  static let synopsis = "USER [OPTION…]"
  static let options =
    UserOptions.profile + [
      CommandOption("metadata", value: "JSON", "changes of the user's metadata (JSON Merge Patch)"),
      CommandOption("app-metadata", value: "JSON", "changes of the metadata of the application's backends"),
      CommandOption("application", value: "ID", "the application of --app-metadata (default: the first)"),
    ] + ConfigurationOptions.all
  static let discussion = "\(UserOptions.user) An empty TEXT removes the value."

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    var body = UserOptions.body(arguments, UserOptions.profile)
    body["metadata"] = try UserOptions.object("metadata", arguments)
    body["app_metadata"] = try UserOptions.object("app-metadata", arguments)
    guard !body.isEmpty else { throw UsageError(message: "there is nothing to change; give an option") }
    let user = try await UserOptions.onUser(arguments) { [body] in
      try await $0.updateUser($1, body, of: arguments["application"])
    }
    guard let user else { return .refused }
    RecordText.write(user)
    return .done
  }
}

/// Deletes a user.
enum AdminUserDeleteCommand: Command {
  static let words = ["admin", "user", "delete"]
  static let summary = "delete a user with all data, at once"
  static let synopsis = "USER [--yes]"
  static let options = [Confirmation.option] + ConfigurationOptions.all
  static let discussion = """
    \(UserOptions.user)
    The deletion cannot be reverted. The command shows the user and asks. A running server sends the last
    message to the addresses of the user.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let confirmation = try Confirmation(arguments)
    let status = try await UserOptions.onUser(arguments) { administration, name -> ExitStatus? in
      guard let user = try await administration.user(name), let id = user["id"]?.string else {
        // The log gets the refused act.
        _ = try await administration.deleteUser(name)
        return nil
      }
      let sessions = try await administration.sessions(of: id)?.count ?? 0
      let title = title(user, id)
      guard
        confirmation.ask(
          "Delete the user \(title) with all data and \(sessions == 1 ? "1 session" : "\(sessions) sessions")? This cannot be undone."
        )
      else { return .refused }
      guard try await administration.deleteUser(id) else { return nil }
      Output.say("The user \(title) is deleted.")
      return .done
    }
    return status ?? .refused
  }

  /// The id and, in parentheses, what a person knows the user by.
  private static func title(_ user: JSONValue, _ id: String) -> EscapedText {
    let known = [user["name"]?.string ?? "", UserOptions.identifier(user)].filter { !$0.isEmpty }
    return known.isEmpty ? "\(id)" : "\(id) (\(known.joined(separator: ", ")))"
  }
}

/// Removes the second factors of a user.
enum AdminUserRemoveSecondFactorsCommand: Command {
  static let words = ["admin", "user", "remove-second-factors"]
  static let summary = "remove lost second factors of a user, and end the sessions"
  static let synopsis = "USER"
  static let options = ConfigurationOptions.all
  static let discussion = """
    \(UserOptions.user)
    Make sure first that the user has asked: afterwards the first factor alone signs in. The user gets a notice.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try await UserOptions.changeUser(arguments) {
      "The second factors of \($0) are removed, and the user's sessions have ended."
    } _: {
      try await $0.removeSecondFactors(of: $1)
    }
  }
}

/// Ends sessions of a user.
enum AdminUserEndSessionsCommand: Command {
  static let words = ["admin", "user", "end-sessions"]
  static let summary = "end the sessions of a user, or one of them, at once"
  static let synopsis = "USER [SESSION]"
  static let options = ConfigurationOptions.all
  static let discussion = UserOptions.user

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    if arguments.operands.count != 2 { try arguments.requireOperands(1) }
    let session = arguments.operands.count == 2 ? arguments.operands[1] : nil
    let count = try await UserOptions.onUser(arguments) { try await $0.endSessions(of: $1, session) }
    guard let count else { return .refused }
    Output.say("\(count) sessions ended.")
    guard session == nil || count == 1 else { return .refused }
    return .done
  }
}
