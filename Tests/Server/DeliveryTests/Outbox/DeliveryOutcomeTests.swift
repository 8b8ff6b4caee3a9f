import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardSQLiteStore
import DoorwardStore
import DoorwardSystem
import Encodings
import Foundation
import Testing

/// The result of each kind of answer.
@Suite("Results of deliveries", .timeLimit(.minutes(5)))
struct DeliveryOutcomeTests {
  @Test func enqueuedMessageIsDeliveredOverTLSAndItsContentErased() async throws {
    let scene = try DeliveryScene()
    let credentials = SMTPServer.Credentials(user: "door", password: "secret")
    let server = try await MailServer(.startTLS, credentials: credentials, in: scene.folder)
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let sender = try scene.mailSender(server.settings(.startTLS, credentials: credentials))
      let worker = try scene.worker(outbox, [.email: sender])
      worker.start()
      let message = try scene.message(outbox)
      try await worker.enqueue(message)
      let row = try await store.ended(message.id)
      #expect(row.state == .delivered && row.sealedContent == nil && row.attempts == 1)
      #expect(row.outcome == DeliveryNote(code: "accepted", detail: "250 2.0.0 OK queued as 4F"))
      await worker.stop()
      let mail = String(decoding: try await server.event("message").content, as: UTF8.self)
      #expect(mail.contains("    731904\r\n"))
      #expect(mail.contains("Message-ID: <\(message.id)@example.com>"))
      #expect(try await store.read { try $0.undeliveredMessages(after: nil, limit: 9) }.isEmpty)
    }
  }

  @Test func refusalForNowIsFollowedByAnotherAttempt() async throws {
    let scene = try DeliveryScene()
    let steps = ["rcpt 450 4.2.1 greylisted", "data 451 4.3.0 try later", "accept"]
    let server = try await MailServer(script: steps, in: scene.folder)
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let worker = try scene.worker(outbox, [.email: try scene.mailSender(server.settings())])
      worker.start()
      let message = try scene.message(outbox)
      try await worker.enqueue(message)
      let row = try await store.ended(message.id)
      #expect(row.state == .delivered && row.attempts == 3)
      await worker.stop()
      #expect(try await server.stop().filter { $0["event"]?.string == "message" }.count == 1)
    }
  }

  @Test func permanentRefusalIsListedWithTheAnswerAndWithoutTheCode() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(script: ["data 554 5.7.1 spam: 731904"], in: scene.folder)
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let worker = try scene.worker(outbox, [.email: try scene.mailSender(server.settings())])
      worker.start()
      let message = try scene.message(outbox)
      try await worker.enqueue(message)
      #expect(try await store.ended(message.id).state == .failed)
      await worker.stop()
      let failures = try await store.read { try $0.undeliveredMessages(after: nil, limit: 9) }
      #expect(failures.map(\.id) == [message.id])
      #expect(failures.first?.outcome == DeliveryNote(code: "refused", detail: "554 5.7.1 spam: …"))
      #expect(failures.first?.sealedContent == nil && failures.first?.recipient == "ann@example.org")
      #expect(failures.first?.attempts == 1)
    }
  }

  @Test func misconfigurationIsReportedOnceAndMessagesWait() async throws {
    let scene = try DeliveryScene()
    let script = [
      "mail 550 5.7.1 no sender", "mail 550 5.7.1 no sender", "accept", "mail 530 5.7.0 log in", "accept",
    ]
    let server = try await MailServer(script: script, in: scene.folder)
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let worker = try scene.worker(outbox, [.email: try scene.mailSender(server.settings())])
      worker.start()
      var attempts: [Int64] = []
      for _ in 0..<2 {
        let message = try scene.message(outbox)
        try await worker.enqueue(message)
        let row = try await store.ended(message.id)
        #expect(row.state == .delivered)
        attempts.append(row.attempts)
      }
      await worker.stop()
      #expect(attempts == [3, 2])
      #expect(
        scene.events.lines.filter { $0.hasPrefix("no email") } == [
          "no email can be sent (sender_refused): correct the settings, messages wait until they expire",
          "no email can be sent (authentication_refused): correct the settings, messages wait until they expire",
        ])
    }
  }

  @Test func messageOfAServerThatIsDownExpires() async throws {
    let scene = try DeliveryScene()
    // Nothing listens on port 1 of loopback.
    let server = SMTPServer(host: "127.0.0.1", port: 1, security: .none)
    let clock = TestClock()
    try await scene.withStore { store in
      let outbox = scene.outbox(store, clock: clock.wallClock)
      let worker = try scene.worker(outbox, [.email: try scene.mailSender(server)]) {
        $0.retries = RetrySchedule(pauses: [100], jitter: 0)
      }
      worker.start()
      let message = try scene.message(outbox, lifetime: 150)
      try await worker.enqueue(message)
      try await eventually("the first attempt ends") { scene.events.lines.count == 1 }
      clock.advance(by: 101)
      worker.wake()
      let row = try await store.ended(message.id)
      #expect(row.state == .expired && row.attempts == 2 && row.sealedContent == nil)
      #expect(row.outcome?.code == "unreachable")
      await worker.stop()
      #expect(
        try await store.read { try $0.undeliveredMessages(after: nil, limit: 9) }.map(\.id) == [message.id])
    }
  }

  @Test func messageThatExpiresWhileNoServerRunsIsNotSent() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(in: scene.folder)
    let clock = TestClock()
    try await scene.withStore { store in
      let outbox = scene.outbox(store, clock: clock.wallClock)
      let worker = try scene.worker(outbox, [.email: try scene.mailSender(server.settings())])
      let message = try scene.message(outbox, lifetime: 60)
      try await worker.enqueue(message)
      clock.advance(by: 60)
      worker.start()
      #expect(try await store.ended(message.id).state == .expired)
      await worker.stop()
      #expect(try await server.stop().isEmpty)
      #expect(scene.events.lines == ["1 message by email expired before sending"])
    }
  }

  @Test func serverThatDiesInTheMiddleGetsTheMessageAgain() async throws {
    let scene = try DeliveryScene()
    let dying = try await MailServer(script: ["die"], in: scene.folder)
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let message = try scene.message(outbox)
      let first = try scene.worker(outbox, [.email: try scene.mailSender(dying.settings())])
      first.start()
      try await first.enqueue(message)
      try await eventually("the attempt fails") { !scene.events.lines.isEmpty }
      await first.stop()
      #expect(scene.events.lines.first?.contains("postponed (connection_lost)") == true)
      let server = try await MailServer(in: scene.folder)
      let second = try scene.worker(outbox, [.email: try scene.mailSender(server.settings())])
      second.start()
      #expect(try await store.ended(message.id).state == .delivered)
      await second.stop()
    }
  }

  @Test func cancelledMessageIsNotSent() async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let challenge = ChallengeID(bytes: try RandomSource.system.bytes(16))
      let message = try outbox.message(
        .signInCode, to: .email(try EmailAddress("ann@example.org")), applicationID: "shop",
        challengeID: challenge, language: "en", parameters: MessageKind.signInCode.sampleParameters,
        lifetime: 300)
      let sender = GatedSender()
      let worker = try scene.worker(outbox, [.email: sender])
      try await worker.enqueue(message)
      try await store.write { try $0.cancelMessages(forChallenge: challenge, at: Date()) }
      sender.open()
      worker.start()
      let next = try scene.message(outbox)
      try await worker.enqueue(next)
      #expect(try await store.ended(next.id).state == .delivered)
      await worker.stop()
      #expect(sender.sent == 1)
      #expect(try await store.read { try $0.message(message.id) }?.state == .cancelled)
    }
  }

  @Test func channelWithoutASenderFails() async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let worker = try scene.worker(outbox, [:])
      worker.start()
      let message = try scene.message(outbox)
      try await worker.enqueue(message)
      #expect(try await store.ended(message.id).outcome?.code == "no_channel")
      await worker.stop()
    }
  }

  @Test func consoleShowsTheCodeOnLoopbackOnly() async throws {
    #expect(throws: ConsoleRefused.self) { try ConsoleSender(listensOnLoopbackOnly: false) { _ in } }
    let scene = try DeliveryScene()
    let lines = Monitor<[String]>([])
    let console = try ConsoleSender(listensOnLoopbackOnly: true) { line in lines.withLock { $0.append(line) }
    }
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let worker = try scene.worker(outbox, [.email: console, .sms: console])
      worker.start()
      for recipient in ["ann@example.org", "+4915112345678"] {
        let message = try scene.message(outbox, to: recipient)
        try await worker.enqueue(message)
        #expect(try await store.ended(message.id).state == .delivered)
      }
      await worker.stop()
    }
    let link = MessageParameter.link.sample
    #expect(
      lines.withLock { $0 } == [
        "ann@example.org: 731904 is your sign-in code for Example: 731904\n  \(link)",
        "+4915112345678: SMS: 731904\n  \(link)",
      ])
  }

  @Test(arguments: [
    ("\u{1b}[2J", "\\u001b[2J"), ("\u{202e}", "\\u202e"), ("\u{200b}", "\\u200b"),
    ("\u{e0061}", "\\udb40\\udc61"),
  ])
  func consoleEscapesCharactersThatActOnIt(_ text: String, _ shown: String) async throws {
    let lines = Monitor<[String]>([])
    let console = try ConsoleSender(listensOnLoopbackOnly: true) { line in lines.withLock { $0.append(line) }
    }
    let mail = MailContent(subject: "A\(text)\nB", text: "", html: "", language: "en")
    _ = await console.send(try OutgoingMessage.sample(), .mail(mail))
    let line = try #require(lines.withLock { $0.first })
    #expect(line.contains(": A\(shown)\\nB: 123456\n  https://"), "\(line)")
  }
}
