import DoorwardCommandLine
import DoorwardServer
import Encodings

/// Ends the sessions of all users.
enum AdminSessionsEndCommand: Command {
  static let words = ["admin", "sessions", "end"]
  static let summary = "end the sessions of all users, for example after a backup was restored"
  static let synopsis = "--all [--yes]"
  static let options =
    [
      CommandOption("all", "required: all users in all applications"), Confirmation.option,
    ] + ConfigurationOptions.all
  static let discussion = """
    In a restored database, sessions are live again that users have ended since the backup, and a stolen refresh
    token that was used up works again. Afterwards every user must sign in again. Backends accept access tokens
    until they expire, at most 15 minutes by default. A running server may stay up.

    To end the sessions of one user: doorward admin user end-sessions USER.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    guard arguments.has("all") else {
      throw UsageError(
        message: "--all is required; doorward admin user end-sessions ends the sessions of one user")
    }
    let confirmation = try Confirmation(arguments)
    let configuration = try ConfigurationOptions.configuration(arguments)
    return try await Administration.using(configuration) { administration in
      guard confirmation.ask("End the sessions of all users? Every user must sign in again.") else {
        return .refused
      }
      let count = try await administration.endAllSessions()
      Output.say("\(count) session\(count == 1 ? "" : "s") ended.")
      return .done
    }
  }
}
