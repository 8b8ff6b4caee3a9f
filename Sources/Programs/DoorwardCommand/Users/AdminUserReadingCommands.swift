import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import Encodings

/// Lists users.
enum AdminUserListCommand: Command {
  static let words = ["admin", "user", "list"]
  static let summary = "list users"
  static let synopsis = "[OPTION…]"
  static let options =
    [
      CommandOption("application", value: "ID", "only users of an application (default: all users)"),
      CommandOption("email", value: "ADDRESS", "the user with an email address"),
      CommandOption("phone-number", value: "NUMBER", "the user with a phone number"),
      CommandOption("username", value: "NAME", "the user with a user name"),
      CommandOption(
        "identity-type", value: "TYPE", "the user with an identity of this type, such as ethereum"),
      CommandOption("identifier", value: "TEXT", "the identifier of that identity"),
      CommandOption("network", value: "NAME", "the network of that identity, if its type has networks"),
      CommandOption("kind", value: "KIND", "registered or anonymous"),
      CommandOption("banned", value: "BOOLEAN", "true or false"),
      CommandOption("created-after", value: "TIME", "users created at this time or later, in RFC 3339 form"),
      CommandOption("created-before", value: "TIME", "users created before this time"),
      CommandOption(
        "sort", value: "KEY", "created_at, -created_at (default); last_sign_in_at or - with --application"),
      CommandOption("limit", value: "N", "the most users (default: 100)"),
    ] + ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let limit = try UserOptions.number("limit", arguments, in: 1...10_000_000, default: 100)
    var filters: [UserListRequest.Parameter: String] = [:]
    for parameter in UserListRequest.Parameter.allCases where parameter != .cursor {
      let name = String(parameter.rawValue.map { $0 == "_" ? "-" : $0 })
      filters[parameter] = arguments[name]
    }
    if filters[.sort]?.hasSuffix("last_sign_in_at") ?? false, arguments["application"] == nil {
      throw UsageError(message: "--sort last_sign_in_at needs --application")
    }
    let configuration = try ConfigurationOptions.configuration(arguments)
    var listing = Listing(
      [
        .init("ID", "id"), .init("NAME", "name", isFlexible: true),
        .init("IDENTIFIER", isFlexible: true, cell: UserOptions.identifier), .init("KIND", "kind"),
        .init("CREATED", "created_at"), .init("LAST SIGN-IN", "last_sign_in_at"),
        .init("BANNED") { $0["ban"]?.object == nil ? "" : "yes" },
      ], of: "user")
    try await Administration.using(configuration) { [filters] in
      try await $0.users(filters, of: arguments["application"], limit: limit) { listing.add($0) }
    }
    listing.finish()
    return .done
  }
}

/// Shows one user.
enum AdminUserShowCommand: Command {
  static let words = ["admin", "user", "show"]
  static let summary = "print a user, with the applications that the user uses"
  static let synopsis = "USER"
  static let options = ConfigurationOptions.all
  static let discussion = UserOptions.user

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let user = try await UserOptions.onUser(arguments) { try await $0.user($1) }
    guard let user else { return .refused }
    RecordText.write(user)
    return .done
  }
}

/// Lists the sessions of a user.
enum AdminUserSessionsCommand: Command {
  static let words = ["admin", "user", "sessions"]
  static let summary = "list the live sessions of a user"
  static let synopsis = "USER"
  static let options = ConfigurationOptions.all
  static let discussion = UserOptions.user

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let sessions = try await UserOptions.onUser(arguments) { try await $0.sessions(of: $1) }
    guard let sessions else { return .refused }
    var listing = Listing(
      [
        .init("ID", "id"), .init("APPLICATION", "application", isFlexible: true),
        .init("DEVICE", "device", isFlexible: true), .init("NETWORK", "network"), .init("METHODS", "amr"),
        .init("CREATED", "created_at"), .init("LAST USED", "last_used_at"),
      ], of: "session")
    listing.write(sessions)
    return .done
  }
}

/// Exports the data of a user.
enum AdminUserExportCommand: Command {
  static let words = ["admin", "user", "export"]
  static let summary = "print the data that the server stores about a user, as JSON"
  static let synopsis = "USER"
  static let options = ConfigurationOptions.all
  static let discussion = """
    \(UserOptions.user)
    The same JSON as in the user's own export on the hosted page. It has personal data and no secrets. To store it
    in a file that only you can read: (umask 077; doorward admin user export USER > account.json)
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let content = try await UserOptions.onUser(arguments) { try await $0.exportUser($1) }
    guard let content else { return .refused }
    Output.json(content)
    return .done
  }
}
