import DoorwardCiphers
import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardOpenSSL
import DoorwardSQLiteStore
import DoorwardStore
import Encodings
import Foundation
import Testing

/// A server that is killed in the middle of a delivery. The body of an exit test runs in a separate process, and finds its
/// input in a folder that is named after its parent.
@Suite("Delivery and kill -9", .timeLimit(.minutes(5)))
struct DeliveryCrashTests {
  private static let key = [UInt8](repeating: 7, count: 32)

  private static func folder(_ parent: Int32) -> String { "doorward-delivery-crash-\(parent)" }

  /// The guarantee is "at least once": the second message has the `Message-ID` of the first.
  @Test func messageOfAKilledProcessIsSentAgainAfterItsLease() async throws {
    let folder = try TemporaryDirectory(named: Self.folder(getpid()))
    let server = try await MailServer(in: folder)
    try folder.write("\(server.port)", to: "port")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let path = TemporaryDirectory.path(Self.folder(getppid()))
      let port = try #require(UInt16(try String(contentsOfFile: path + "/port", encoding: .utf8)))
      let store = try await SQLiteStore.open(at: path + "/store.sqlite3")
      let outbox = try Self.outbox(store, .system)
      let sender = try KillingSender(
        mail: Self.sender(SMTPServer(host: "127.0.0.1", port: port, security: .none)))
      let worker = try DeliveryWorker(outbox, MessageTemplates.load(), senders: [.email: sender]) { _ in }
      let delivery = worker.start()
      let message = try outbox.message(
        .signInCode, to: .email(try EmailAddress("ann@example.org")), applicationID: "shop", language: "en",
        parameters: MessageKind.signInCode.sampleParameters, lifetime: 300)
      try await worker.enqueue(message)
      await delivery.value
    }
    let clock = TestClock()
    let store = try await SQLiteStore.open(at: folder.file("store.sqlite3"))
    let outbox = try Self.outbox(store, clock.wallClock)
    let sender = try Self.sender(server.settings())
    let worker = try DeliveryWorker(outbox, MessageTemplates.load(), senders: [.email: sender]) { _ in }
    worker.start()
    let now = clock.wallClock.now
    #expect(try await !store.read { try $0.hasDueMessage(on: .email, at: now) })
    clock.advance(by: DeliveryWorker.lease(for: sender))
    worker.wake()
    try await eventually("the message is sent again") {
      let later = clock.wallClock.now.addingTimeInterval(1000)
      return try await !store.read { try $0.hasDueMessage(on: .email, at: later) }
    }
    await worker.stop()
    await store.close()
    let mails = try await server.stop().filter { $0["event"]?.string == "message" }
    #expect(mails.count == 2)
    let ids = mails.map { mail in
      String(decoding: mail.content, as: UTF8.self).split(separator: "\r\n").first {
        $0.hasPrefix("Message-ID: <")
      }
    }
    #expect(ids.first != nil && ids.first == ids.last)
  }

  private static func outbox(_ store: any Store, _ clock: WallClock) throws -> Outbox {
    let seal = MessageSeal(try AES256GCMKey(key, context: OpenSSLContext()))
    return Outbox(store: store, clock: clock, random: .system, seal: seal)
  }

  private static func sender(_ server: SMTPServer) throws -> MailSender {
    let mailbox = Mailbox(name: "Example", try EmailAddress("no-reply@example.com"))
    return MailSender(server) { _ in mailbox }
  }
}

/// Kills the process after the mail server has accepted the message, and before the store knows it.
private struct KillingSender: MessageSender {
  let mail: MailSender

  var longestTime: Duration { mail.longestTime }

  func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
    let outcome = await mail.send(message, content)
    if case .accepted = outcome { kill(getpid(), SIGKILL) }
    return outcome
  }
}
