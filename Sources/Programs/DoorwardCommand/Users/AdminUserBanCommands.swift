import DoorwardCommandLine
import DoorwardServer
import Encodings

/// Bans a user.
enum AdminUserBanCommand: Command {
  static let words = ["admin", "user", "ban"]
  static let summary = "ban a user: sessions end at once, and the user cannot sign in"
  static let synopsis = "USER [--reason TEXT] [--ends-at TIME]"
  static let options =
    [
      CommandOption("reason", value: "TEXT", "a note that the user does not see"),
      CommandOption("ends-at", value: "TIME", "the end of the ban, in RFC 3339 form (default: none)"),
    ] + ConfigurationOptions.all
  static let discussion = UserOptions.user

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    let end: EscapedText = arguments["ends-at"].map { " until \($0)" } ?? ""
    return try await UserOptions.changeUser(arguments) {
      "The user \($0) is banned\(end). The user's sessions have ended."
    } _: {
      try await $0.banUser($1, reason: arguments["reason"], end: arguments["ends-at"])
    }
  }
}

/// Keeps a user whose deletion is scheduled.
enum AdminUserKeepCommand: Command {
  static let words = ["admin", "user", "keep"]
  static let summary = "keep a user whose deletion is scheduled"
  static let synopsis = "USER"
  static let options = ConfigurationOptions.all
  static let discussion = UserOptions.user

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(1)
    let isKept = try await UserOptions.onUser(arguments) { administration, user -> Bool? in
      guard try await administration.user(user) != nil else { return nil }
      return try await administration.keepUser(user)
    }
    guard let isKept else { return .refused }
    guard isKept else {
      Output.fail("no deletion of the user is scheduled")
      return .refused
    }
    Output.say("The user \(arguments.operands[0]) is kept.")
    return .done
  }
}

/// Removes the ban of a user.
enum AdminUserUnbanCommand: Command {
  static let words = ["admin", "user", "unban"]
  static let summary = "remove the ban of a user"
  static let synopsis = "USER"
  static let options = ConfigurationOptions.all
  static let discussion = UserOptions.user

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try await UserOptions.changeUser(arguments) {
      "The user \($0) is not banned any more."
    } _: {
      try await $0.unbanUser($1)
    }
  }
}
