import DoorwardCommandLine
import DoorwardServer
import DoorwardSignIn
import Encodings

/// Shows or replaces the roles of a user in an application.
enum AdminUserRolesCommand: Command {
  static let words = ["admin", "user", "roles"]
  static let summary = "show or replace the roles of a user in an application"
  static let synopsis = "USER [ROLE…] [--none] [--application ID]"
  static let options =
    [
      CommandOption("none", "remove all roles"),
      UserOptions.application,
    ] + ConfigurationOptions.all
  static let discussion = """
    \(UserOptions.user)
    The roles replace the present ones. Without a ROLE, the command prints the present ones.
    An application lists its roles in the setting roles. The next refresh or introspection has the change; an
    access token keeps its roles until it expires.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    guard !arguments.operands.isEmpty else { throw UsageError(message: "the USER is missing") }
    let names = Array(arguments.operands.dropFirst())
    guard names.isEmpty || !arguments.has("none") else {
      throw UsageError(message: "give roles or --none, not both")
    }
    let changes = !names.isEmpty || arguments.has("none")
    let roles = try await UserOptions.onUser(arguments) {
      let application = arguments["application"]
      return try await changes
        ? $0.setRoles(names, of: $1, in: application) : $0.roles(of: $1, in: application)
    }
    guard let roles else { return .refused }
    for role in roles { Output.line("\(role)") }
    return .done
  }
}
