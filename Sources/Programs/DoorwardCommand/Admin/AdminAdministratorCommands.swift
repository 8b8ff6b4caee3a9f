import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings

/// Makes a user an administrator.
enum AdminAdministratorAddCommand: Command {
  static let words = ["admin", "administrator", "add"]
  static let summary = "let a user administer the server"
  static let synopsis = "USER [--role ROLE]"
  static let options =
    [
      CommandOption(
        "role", value: "ROLE",
        "owner, support (users and their messages) or viewer (reads only; the default)")
    ] + ConfigurationOptions.all
  static let discussion = """
    \(UserOptions.user)
    The user signs in to the administration with a passkey or a second factor. An administrator gets the new role.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    let role = try AdministratorOptions.role(arguments["role"] ?? AdministratorRole.viewer.rawValue)
    return try await UserOptions.changeUser(arguments) {
      "The user \($0) is an administrator with the role \(role.rawValue)."
    } _: {
      try await $0.giveRole(role, to: $1, isNew: true)
    }
  }
}

/// Changes the role of an administrator.
enum AdminAdministratorRoleCommand: Command {
  static let words = ["admin", "administrator", "role"]
  static let summary = "change the role of an administrator"
  static let synopsis = "USER ROLE"
  static let options = ConfigurationOptions.all
  static let discussion = UserOptions.user

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(2)
    let name = arguments.operands[0]
    let role = try AdministratorOptions.role(arguments.operands[1])
    let isChanged = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      guard try await $0.isAdministrator(name) else { return false }
      return try await $0.giveRole(role, to: name, isNew: false)
    }
    guard isChanged else {
      Output.fail("there is no administrator \(name)")
      return .refused
    }
    Output.say("The administrator \(name) has the role \(role.rawValue).")
    return .done
  }
}

/// Removes an administrator.
enum AdminAdministratorRemoveCommand: Command {
  static let words = ["admin", "administrator", "remove"]
  static let summary = "remove an administrator, who stays a user"
  static let synopsis = "USER"
  static let options = ConfigurationOptions.all
  static let discussion = UserOptions.user

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let name = arguments.operands[0]
    let isRemoved = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      try await $0.removeAdministrator(name)
    }
    guard isRemoved else {
      Output.fail("there is no administrator \(name)")
      return .refused
    }
    Output.say("The user \(name) is not an administrator any more.")
    return .done
  }
}

/// Lists the administrators.
enum AdminAdministratorListCommand: Command {
  static let words = ["admin", "administrator", "list"]
  static let summary = "list the administrators"
  static let synopsis = ""
  static let options = ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let rows = try await Administration.using(ConfigurationOptions.configuration(arguments)) {
      try await $0.administrators()
    }
    var listing = Listing(
      [
        .init("USER", "user_id"), .init("IDENTIFIER", "identifier", isFlexible: true), .init("ROLE", "role"),
        .init("ADDED", "added_at"), .init("BY", "added_by", isFlexible: true),
      ], of: "administrator")
    listing.write(rows)
    return .done
  }
}

/// Makes a link by which one user becomes an owner.
enum AdminClaimCommand: Command {
  static let words = ["admin", "claim"]
  static let summary = "print a link by which one user becomes an owner"
  static let synopsis = ""
  static let options = ConfigurationOptions.all
  static let discussion = """
    The link is valid for an hour, and for one user. It makes earlier links invalid. Use it for the first owner,
    and if every owner has lost access. The user who opens it signs in with a passkey or a second factor.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let link = try await Administration.using(ConfigurationOptions.configuration(arguments), making: true) {
      try await $0.makeOwnerLink()
    }
    Output.say("Open this link within an hour, in a browser that can reach the administration:")
    Output.line("\(link)")
    return .done
  }
}

/// The options of the commands on administrators.
enum AdministratorOptions {
  static func role(_ text: String) throws(UsageError) -> AdministratorRole {
    guard let role = AdministratorRole(rawValue: text) else {
      throw UsageError(message: "there is no role \"\(text)\"; the roles are owner, support and viewer")
    }
    return role
  }
}
