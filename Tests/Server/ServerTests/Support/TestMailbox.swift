import DoorwardDelivery
import DoorwardStore
import DoorwardSystem
import Encodings
import Testing

/// Keeps the messages that a test's server sends.
final class TestMailbox: Sendable {
  struct Message: Sendable {
    let recipient: String
    let kind: MessageKind
    let code: String
    let link: String
    /// The text of the mail, or of the SMS.
    let text: String
    let language: String
  }

  private struct Sender: MessageSender {
    let messages: Monitor<[Message]>
    let usedUp: Monitor<Set<OutgoingMessage.Handling>>
    let longestTime = Duration.seconds(1)

    func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
      let text =
        switch content {
        case .mail(let mail): mail.text
        case .sms(let text): text
        }
      let kept = Message(
        recipient: message.recipient.text, kind: message.kind, code: message.values[.code],
        link: message.values[.link], text: text, language: message.language)
      messages.withLock { $0.append(kept) }
      return .accepted(DeliveryNote(code: "kept", detail: ""))
    }

    func hasBudget(for recipient: Recipient, _ handling: OutgoingMessage.Handling) async throws -> Bool {
      recipient.channel == .email || usedUp.withLock { !$0.contains(handling) }
    }
  }

  private let messages = Monitor([Message]())
  /// The budgets for SMS that are used up.
  private let usedUp = Monitor(Set<OutgoingMessage.Handling>())
  private let channels: Set<DeliveryChannel>

  /// - Parameter channels: the channels that the server sends messages by.
  init(_ channels: Set<DeliveryChannel> = [.email, .sms]) { self.channels = channels }

  /// Uses up budgets for SMS.
  func useUp(_ budgets: Set<OutgoingMessage.Handling>) { usedUp.withLock { $0 = budgets } }

  /// The senders of the server.
  var senders: [DeliveryChannel: any MessageSender] {
    let sender = Sender(messages: messages, usedUp: usedUp)
    return Dictionary(uniqueKeysWithValues: channels.map { ($0, sender) })
  }

  var all: [Message] { messages.withLock { $0 } }

  /// Waits for a message to an address, after the ones that were taken before.
  func next(to recipient: String, _ kind: MessageKind) async throws -> Message {
    var found: Message?
    try await wait(until: "\(kind.rawValue) arrives at \(recipient)") {
      found = messages.withLock { messages in
        guard let index = messages.firstIndex(where: { $0.recipient == recipient && $0.kind == kind })
        else { return nil }
        return messages.remove(at: index)
      }
      return found != nil
    }
    return try #require(found)
  }
}

extension TestServer {
  /// Runs `body` with a server that sends codes, and with the mailbox of all its users.
  static func runWithMail(
    _ settings: JSONObject = JSONObject(), clock: TestClock = TestClock(),
    _ body: (TestServer, TestMailbox) async throws -> Void
  ) async throws {
    var settings = settings
    if settings["rate_limits"] == nil {
      settings["rate_limits"] = [
        "code_pause": 0, "code_per_hour_and_address": 1000, "code_per_hour_and_network": 1000,
        "sign_in_per_minute": 10_000,
      ]
    }
    let mailbox = TestMailbox()
    try await run(settings, mailbox: mailbox, clock: clock) { try await body($0, mailbox) }
  }
}
