import DoorwardCommandLine
import DoorwardDelivery
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import Encodings

/// Lists the messages that users did not get.
enum MailUndeliveredCommand: Command {
  static let words = ["mail", "undelivered"]
  static let summary = "list the mails and SMS that failed or expired, newest first"
  static let synopsis = "[--limit N] [--json]"
  static let options =
    [
      CommandOption("limit", value: "N", "the most messages, from 1 to 1000 (default: 50)"),
      CommandOption(
        "json", "print one JSON object per line, with the application and the number of attempts"),
    ] + ConfigurationOptions.all
  static let discussion = """
    A line has the time, the state, the kind of message, the address with most of it hidden, and the reason:
    a code and the answer of the other server. The server keeps these messages for 30 days, without codes and
    links. The server may run at the same time.
    """

  private static let limits: ClosedRange<Int> = 1...1000

  static func run(_ arguments: CommandArguments) async throws -> ExitStatus {
    try arguments.requireOperands(0)
    let limit = try arguments["limit"].map(limit) ?? 50
    let configuration = try ConfigurationOptions.configuration(arguments)
    let messages = try await DatabaseAdministration(configuration).undeliveredMessages(limit: limit)
    let undelivered = messages.map(UndeliveredMessage.init)
    if Output.isTerminal, !arguments.has("json") {
      var listing = Listing(
        [
          .init("TIME", "ended_at"), .init("STATE", "state"), .init("KIND", "kind"),
          .init("RECIPIENT", "recipient"), .init("CODE", "code"), .init("REASON", "detail", isFlexible: true),
        ], of: "message")
      listing.write(undelivered.map(\.json))
    } else {
      for message in undelivered {
        if arguments.has("json") { Output.json(message.json) } else { Output.line("\(message.line)") }
      }
    }
    return .done
  }

  private static func limit(_ text: String) throws(UsageError) -> Int {
    guard let limit = Int(text), limits.contains(limit) else {
      throw UsageError(
        message: "--limit must be a number from \(limits.lowerBound) to \(limits.upperBound)")
    }
    return limit
  }
}

/// A message that failed or expired, without its address.
struct UndeliveredMessage {
  private let message: QueuedMessage
  private let recipient: String
  private let detail: String

  init(_ message: QueuedMessage) {
    self.message = message
    recipient = (try? Recipient(message.channel, message.recipient))?.masked ?? "…"
    detail = message.outcome.map { MaskedReply.masked($0.detail) } ?? ""
  }

  private var time: String { Timestamp(message.endedAt ?? message.createdAt).rfc3339 }

  var line: String {
    let reason = [message.outcome?.code ?? "", detail].filter { !$0.isEmpty }.joined(separator: ": ")
    return [time, message.state.rawValue, message.kind, recipient, reason].joined(separator: "  ")
  }

  var json: JSONValue {
    [
      "id": .string(message.id.text), "state": .string(message.state.rawValue), "ended_at": .string(time),
      "created_at": .string(Timestamp(message.createdAt).rfc3339),
      "channel": .string(message.channel.rawValue), "kind": .string(message.kind),
      "application": .string(message.applicationID), "recipient": .string(recipient),
      "attempts": .integer(message.attempts), "code": .text(message.outcome?.code),
      "detail": .string(detail),
    ]
  }
}

/// Hides the addresses in an answer of another server. Mail servers and SMS services quote them, also in other forms than
/// the stored one.
enum MaskedReply {
  /// The least number of digits of a text that may be a phone number.
  private static let phoneDigits = 7

  /// The text with an ellipsis in place of each word with `@` and each long number.
  static func masked(_ text: String) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.contains("@") || word.count(where: \.isNumber) >= phoneDigits ? "…" : String(word)
    }.joined(separator: " ")
  }
}
