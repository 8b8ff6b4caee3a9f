import DoorwardAdministration
import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import Encodings

/// Sends a user the message for a new password.
enum AdminUserResetCommand: Command {
  static let words = ["admin", "user", "reset-message"]
  static let summary = "send a user the mail with a code for a new password"
  static let synopsis = "USER [OPTION…]"
  static let options = RecoveryOptions.all
  static let discussion = """
    USER is an id, an email address, a phone number or a user name. The mail is the one that the user could ask
    for on the page, and its link opens the page that waits for the code. A running server sends it.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try await UserOptions.changeUser(arguments) {
      "The user \($0) gets a mail with a code for a new password."
    } _: {
      try await $0.sendResetMessage(to: $1, for: arguments["application"])
    }
  }
}

/// Makes a link by which a user signs in once.
enum AdminUserLinkCommand: Command {
  static let words = ["admin", "user", "sign-in-link"]
  static let summary = "print a link by which a user who has lost every way to sign in gets in once"
  static let synopsis = "USER [OPTION…]"
  static let options = RecoveryOptions.all
  static let discussion = """
    USER is an id, an email address, a phone number or a user name. The link works for an hour, and once. It
    signs in no administrator. The user adds a way to sign in afterwards. A second factor is still asked for:
    doorward admin user remove-second-factors removes it. The user gets a notice by all addresses.
    """

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let made = try await UserOptions.onUser(arguments) {
      try await $0.makeSignInLink(for: $1, in: arguments["application"])
    }
    guard let made else { return .refused }
    Output.say("Give this link to the user. It works once, until \(Timestamp(made.expiresAt).rfc3339):")
    Output.line("\(made.address)")
    if made.noticeCount == 0 {
      Output.say("The user gets no notice: there is no address for one, or the server sends no messages.")
    }
    return .done
  }
}

private enum RecoveryOptions {
  static let all =
    [CommandOption("application", value: "ID", "the application that the message names (default: the first)")]
    + ConfigurationOptions.all
}
