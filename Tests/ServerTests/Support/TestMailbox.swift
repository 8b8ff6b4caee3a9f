import DoorwardDelivery
import DoorwardOpenSSL
import DoorwardSQLiteStore
import DoorwardServer
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardThreads
import Encodings
import Testing

/// Delivers the messages of a test's server, and keeps them.
final class TestMailbox: Sendable {
  struct Message: Sendable {
    let recipient: String
    let kind: MessageKind
    let code: String
    let link: String
    /// The text of the mail, or of the SMS.
    let text: String
  }

  private struct Sender: MessageSender {
    let messages: Monitor<[Message]>
    let longestTime = Duration.seconds(1)

    func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
      let text =
        switch content {
        case .mail(let mail): mail.text
        case .sms(let text): text
        }
      let kept = Message(
        recipient: message.recipient.text, kind: message.kind, code: message.values[.code],
        link: message.values[.link], text: text)
      messages.withLock { $0.append(kept) }
      return .accepted(DeliveryNote(code: "kept", detail: ""))
    }
  }

  private let messages = Monitor([Message]())
  private let worker: DeliveryWorker
  private let store: any Store

  /// Starts to deliver the messages of a server, as a second process would.
  init(_ server: TestServer) async throws {
    store = try await SQLiteStore.open(at: "\(server.configuration.dataDirectory)/doorward.sqlite3")
    let library = try OpenSSLContext()
    let key = try MasterKey.loadExisting(server.configuration.masterKey).key(
      for: "messages", library: library)
    let outbox = Outbox(
      store: store, clock: server.clock.wallClock, random: .system,
      seal: MessageSeal(seal: { try key.seal($0, purpose: $1) }, open: { try key.open($0, purpose: $1) }))
    var settings = DeliverySettings()
    settings.interval = .milliseconds(10)
    let sender = Sender(messages: messages)
    worker = DeliveryWorker(
      outbox, try MessageTemplates.load(), senders: [.email: sender, .sms: sender], settings: settings
    ) { _ in }
    worker.start()
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

  func stop() async {
    await worker.stop()
    await store.close()
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
    try await run(settings, channels: [.email, .sms], clock: clock) { server in
      let mailbox = try await TestMailbox(server)
      let result: Result<Void, any Error>
      do { result = .success(try await body(server, mailbox)) } catch { result = .failure(error) }
      await mailbox.stop()
      try result.get()
    }
  }
}
