import DoorwardCommandLine
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import Encodings

/// Invites an address.
enum AdminUserInviteCommand: Command {
  static let words = ["admin", "user", "invite"]
  static let summary = "invite an address to sign up; a running server sends the message"
  static let synopsis = "--email ADDRESS | --phone-number NUMBER [OPTION…]"
  static let options =
    UserOptions.address + [
      UserOptions.inviter,
      CommandOption("locale", value: "TAG", "the language of the message (default: the server's)"),
      CommandOption("expires-in", value: "SECONDS", "the lifetime of the invitation (default: 604800)"),
      UserOptions.application,
    ] + ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    var body = UserOptions.body(
      arguments, UserOptions.address + [UserOptions.inviter, CommandOption("locale", "")])
    if let text = arguments["expires-in"] {
      guard let seconds = Int64(text) else { throw UsageError(message: "--expires-in must be a number") }
      body["expires_in"] = .integer(seconds)
    }
    let configuration = try ConfigurationOptions.configuration(arguments)
    let invitation = try await Administration.using(configuration, making: true) { [body] in
      try await $0.invite(body, to: arguments["application"])
    }
    RecordText.write(invitation)
    return .done
  }
}

/// Lists invitations.
enum AdminInvitationListCommand: Command {
  static let words = ["admin", "invitation", "list"]
  static let summary = "list the invitations to an application, newest first"
  static let synopsis = "[OPTION…]"
  static let options =
    [
      UserOptions.application, CommandOption("limit", value: "N", "the most invitations (default: 100)"),
    ] + ConfigurationOptions.all
  static let discussion = "The server removes an invitation some minutes after its expiry."

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let limit = try UserOptions.number("limit", arguments, in: 1...1_000_000, default: 100)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let invitations = try await Administration.using(configuration) {
      try await $0.invitations(to: arguments["application"], limit: limit)
    }
    var listing = Listing(
      [
        .init("ID", "id"), .init("ADDRESS", "email", "phone_number", isFlexible: true),
        .init("INVITER", "inviter", isFlexible: true), .init("CREATED", "created_at"),
        .init("EXPIRES", "expires_at"), .init("ACCEPTED", "accepted_at"),
      ], of: "invitation")
    listing.write(invitations)
    return .done
  }
}

/// Revokes an invitation.
enum AdminInvitationRevokeCommand: Command {
  static let words = ["admin", "invitation", "revoke"]
  static let summary = "revoke an invitation at once"
  static let synopsis = "ID"
  static let options = [UserOptions.application] + ConfigurationOptions.all

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let configuration = try ConfigurationOptions.configuration(arguments)
    let isRevoked = try await Administration.using(configuration) {
      try await $0.revokeInvitation(arguments.operands[0], to: arguments["application"])
    }
    guard isRevoked else {
      Output.fail("the application has no such invitation")
      return .refused
    }
    Output.say("The invitation \(arguments.operands[0]) is revoked.")
    return .done
  }
}
