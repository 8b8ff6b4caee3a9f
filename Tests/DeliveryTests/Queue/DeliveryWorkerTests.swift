import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardSMTP
import DoorwardSQLiteStore
import DoorwardStore
import DoorwardThreads
import Encodings
import Foundation
import Testing

/// The queue of a real store with a real mail server on loopback.
@Suite("Delivery from the queue", .timeLimit(.minutes(5)))
struct DeliveryWorkerTests {
  @Test func enqueuedMessageIsDeliveredOverTLSAndItsContentErased() async throws {
    let scene = try DeliveryScene()
    let credentials = SMTPServer.Credentials(user: "door", password: "secret")
    let server = try await MailServer(.startTLS, credentials: credentials, in: scene.folder)
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let sender = try scene.mailSender(server.settings(.startTLS, credentials: credentials))
      let worker = try scene.worker(queue, [.email: sender])
      worker.start()
      let message = try scene.message(queue)
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

  @Test func messageSurvivesARestart() async throws {
    let scene = try DeliveryScene()
    let message = try await scene.withStore { store in
      let queue = scene.queue(store)
      let message = try scene.message(queue)
      let row = try queue.row(for: message)
      try await store.write { try $0.insert(row) }
      return message
    }
    let server = try await MailServer(in: scene.folder)
    try await scene.withStore { store in
      let worker = try scene.worker(scene.queue(store), [.email: try scene.mailSender(server.settings())])
      worker.start()
      #expect(try await store.ended(message.id).state == .delivered)
      await worker.stop()
      #expect(try await server.event("message")["recipients"] == .strings(["ann@example.org"]))
    }
  }

  @Test func twoWorkersSendEachMessageOnce() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(in: scene.folder)
    try await scene.withStore { first in
      // Another process opens the file again, too.
      try await scene.withStore { second in
        let queues = [scene.queue(first), scene.queue(second)]
        let sender = try scene.mailSender(server.settings())
        let workers = try queues.map { try scene.worker($0, [.email: sender]) }
        for worker in workers { worker.start() }
        var messages: [OutgoingMessage] = []
        for number in 0..<40 {
          let message = try scene.message(queues[number % 2], to: "user\(number)@example.org")
          try await workers[number % 2].enqueue(message)
          messages.append(message)
        }
        for message in messages { #expect(try await first.ended(message.id).state == .delivered) }
        for worker in workers { await worker.stop() }
        let sent = try await server.stop().filter { $0["event"]?.string == "message" }
        #expect(sent.count == 40)
        #expect(Set(sent.compactMap { $0["recipients"]?[0]?.string }).count == 40)
      }
    }
  }

  @Test func refusalForNowIsFollowedByAnotherAttempt() async throws {
    let scene = try DeliveryScene()
    let steps = ["rcpt 450 4.2.1 greylisted", "data 451 4.3.0 try later", "accept"]
    let server = try await MailServer(script: steps, in: scene.folder)
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let worker = try scene.worker(queue, [.email: try scene.mailSender(server.settings())])
      worker.start()
      let message = try scene.message(queue)
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
      let queue = scene.queue(store)
      let worker = try scene.worker(queue, [.email: try scene.mailSender(server.settings())])
      worker.start()
      let message = try scene.message(queue)
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

  /// The record is cut after 300 characters, in the middle of the code and of the password.
  @Test(arguments: 286...300)
  func longAnswerIsRedactedBeforeItIsCut(_ length: Int) async throws {
    let scene = try DeliveryScene()
    let link = MessageParameter.link.sample
    let filler = String(repeating: "x", count: length)
    let credentials = SMTPServer.Credentials(user: "door", password: "correcthorse")
    let base64 = Base64.encode([UInt8]("\0door\0correcthorse".utf8))
    let script = [
      "data 554 \(filler)731904", "data 554 \(filler)\(link)", "data 554 \(filler)correcthorse",
      "data 554 \(filler)\(base64)", "data 554 731904 \(link) correcthorse \(base64)",
    ]
    let server = try await MailServer(credentials: credentials, script: script, in: scene.folder)
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let sender = try scene.mailSender(server.settings(credentials: credentials))
      let worker = try scene.worker(queue, [.email: sender])
      worker.start()
      var details: [String] = []
      for _ in script {
        let message = try scene.message(queue)
        try await worker.enqueue(message)
        details.append(try await store.ended(message.id).outcome?.detail ?? "")
      }
      await worker.stop()
      let start = "554 \(filler)"
      for detail in details.dropLast() {
        #expect(detail == "\(start)…" || detail == "\(start.prefix(300))…", "\(detail)")
      }
      #expect(details.last == "554 … … … …")
    }
  }

  @Test func misconfigurationIsReportedOnceAndMessagesWait() async throws {
    let scene = try DeliveryScene()
    let script = [
      "mail 550 5.7.1 no sender", "mail 550 5.7.1 no sender", "accept", "mail 530 5.7.0 log in", "accept",
    ]
    let server = try await MailServer(script: script, in: scene.folder)
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let worker = try scene.worker(queue, [.email: try scene.mailSender(server.settings())])
      worker.start()
      var attempts: [Int64] = []
      for _ in 0..<2 {
        let message = try scene.message(queue)
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
      let queue = scene.queue(store, clock: clock.wallClock)
      let worker = try scene.worker(queue, [.email: try scene.mailSender(server)]) {
        $0.retries = RetrySchedule(pauses: [100], jitter: 0)
      }
      worker.start()
      let message = try scene.message(queue, lifetime: 150)
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
      let queue = scene.queue(store, clock: clock.wallClock)
      let worker = try scene.worker(queue, [.email: try scene.mailSender(server.settings())])
      let message = try scene.message(queue, lifetime: 60)
      try await worker.enqueue(message)
      clock.advance(by: 60)
      worker.start()
      #expect(try await store.ended(message.id).state == .expired)
      await worker.stop()
      #expect(try await server.stop().isEmpty)
      #expect(scene.events.lines == ["1 message expired before sending"])
    }
  }

  @Test func serverThatDiesInTheMiddleGetsTheMessageAgain() async throws {
    let scene = try DeliveryScene()
    let dying = try await MailServer(script: ["die"], in: scene.folder)
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let message = try scene.message(queue)
      let first = try scene.worker(queue, [.email: try scene.mailSender(dying.settings())])
      first.start()
      try await first.enqueue(message)
      try await eventually("the attempt fails") { !scene.events.lines.isEmpty }
      await first.stop()
      #expect(scene.events.lines.first?.contains("postponed (connection_lost)") == true)
      let server = try await MailServer(in: scene.folder)
      let second = try scene.worker(queue, [.email: try scene.mailSender(server.settings())])
      second.start()
      #expect(try await store.ended(message.id).state == .delivered)
      await second.stop()
    }
  }

  /// The process that claimed the message has ended, and its lease protects the message for a while.
  @Test func messageOfADeadProcessIsSentAfterItsLease() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(in: scene.folder)
    let clock = TestClock()
    try await scene.withStore { store in
      let queue = scene.queue(store, clock: clock.wallClock)
      let message = try scene.message(queue)
      let row = try queue.row(for: message)
      let now = clock.wallClock.now
      let dead = DeliveryClaim(
        id: try DeliveryClaim.ID(at: now, random: .system), until: now.addingTimeInterval(120))
      try await store.write { transaction in
        try transaction.insert(row)
        _ = try transaction.claimDueMessages(on: .email, at: now, dead, limit: 1)
      }
      let worker = try scene.worker(queue, [.email: try scene.mailSender(server.settings())])
      worker.start()
      let other = try scene.message(queue, to: "bob@example.org")
      try await worker.enqueue(other)
      #expect(try await store.ended(other.id).state == .delivered)
      #expect(try await store.read { try $0.message(message.id) }?.state == .waiting)
      clock.advance(by: 120)
      let ended = try await store.ended(message.id)
      #expect(ended.state == .delivered && ended.attempts == 2)
      await worker.stop()
      let result = DeliveryResult.failed(DeliveryNote(code: "late", detail: ""))
      #expect(try await !store.write { try $0.finish(message.id, dead.id, result, at: now) })
    }
  }

  @Test func atMostFourMessagesAreSentAtOnceAndStopWaitsForThem() async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let sender = GatedSender()
      let worker = try scene.worker(queue, [.email: sender])
      worker.start()
      var messages: [OutgoingMessage] = []
      for number in 0..<9 {
        let message = try scene.message(queue, to: "user\(number)@example.org")
        try await worker.enqueue(message)
        messages.append(message)
      }
      try await eventually("four messages are sent") { sender.sending == 4 }
      let stopping = Task { await worker.stop() }
      sender.open()
      await stopping.value
      var states: [QueuedMessage.State: Int] = [:]
      for message in messages {
        let row = try await store.read { try $0.message(message.id) }
        states[row?.state ?? .failed, default: 0] += 1
      }
      #expect(sender.most == 4)
      #expect(sender.sending == 0)
      // The messages that the worker did not begin wait for the next start.
      #expect(states[.delivered, default: 0] == sender.sent)
      #expect(states[.waiting, default: 0] == 9 - sender.sent)
    }
  }

  @Test func slowMailServerDoesNotDelaySMS() async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let (mail, sms) = (GatedSender(), GatedSender())
      sms.open()
      let worker = try scene.worker(queue, [.email: mail, .sms: sms])
      worker.start()
      for number in 0..<9 {
        try await worker.enqueue(try scene.message(queue, to: "user\(number)@example.org"))
      }
      try await eventually("all slots of mail are taken") { mail.sending == 4 }
      for _ in 0..<6 {
        let message = try scene.message(queue, to: "+4915112345678")
        try await worker.enqueue(message)
        #expect(try await store.ended(message.id).state == .delivered)
      }
      #expect(mail.sent == 0)
      mail.open()
      await worker.stop()
    }
  }

  @Test func leaseIsLongerThanTheLongestTimeOfItsSender() async throws {
    let scene = try DeliveryScene()
    let clock = TestClock(moment(0))
    try await scene.withStore { store in
      let queue = scene.queue(store, clock: clock.wallClock)
      let sender = GatedSender(longestTime: .seconds(600))
      let worker = try scene.worker(queue, [.email: sender])
      worker.start()
      let message = try scene.message(queue)
      try await worker.enqueue(message)
      try await eventually("the message is sent") { sender.sending == 1 }
      #expect(try await store.read { try $0.message(message.id) }?.nextAttemptAt == moment(630))
      sender.open()
      await worker.stop()
    }
    var server = SMTPServer(host: "127.0.0.1", port: 1, security: .none)
    server.timeout = .seconds(45)
    #expect(try DeliveryWorker.lease(for: scene.mailSender(server)) == 120)
    #expect(DeliveryWorker.lease(for: nil) == 30)
  }

  @Test func failureOfTheStoreIsReportedOnce() async throws {
    let scene = try DeliveryScene()
    let store = try await SQLiteStore.open(at: scene.database)
    let worker = try scene.worker(scene.queue(store), [.email: GatedSender()])
    await store.close()
    worker.start()
    try await eventually("the failure is reported") { !scene.events.lines.isEmpty }
    for _ in 0..<20 { worker.wake() }
    await worker.stop()
    #expect(scene.events.lines == ["the messages in the store cannot be read or written"])
  }

  @Test func cancelledWorkerGivesItsMessageBack() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(script: ["stall"], in: scene.folder)
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let worker = try scene.worker(queue, [.email: try scene.mailSender(server.settings())])
      let delivery = worker.start()
      let message = try scene.message(queue)
      try await worker.enqueue(message)
      _ = try await server.event("recipient")
      delivery.cancel()
      await worker.stop()
      let row = try await store.read { try $0.message(message.id) }
      #expect(row?.state == .waiting && row?.outcome?.code == "cancelled" && row?.sealedContent != nil)
      #expect(row.map { $0.nextAttemptAt < Date().addingTimeInterval(60) } == true)
    }
  }

  @Test func contentOfAnotherMasterKeyFails() async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let message = try scene.message(scene.queue(store))
      let row = try scene.queue(store, seal: try DeliveryScene.newSeal()).row(for: message)
      try await store.write { try $0.insert(row) }
      let worker = try scene.worker(scene.queue(store), [.email: GatedSender()])
      worker.start()
      let ended = try await store.ended(message.id)
      #expect(ended.state == .failed && ended.outcome?.code == "unreadable")
      await worker.stop()
    }
  }

  /// An attacker who can write to the database must neither send a code to another address or from another application,
  /// nor prolong its life.
  @Test(arguments: RowChange.allCases)
  func contentOfAChangedRowFails(_ change: RowChange) async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let row = try change.applied(to: try queue.row(for: try scene.message(queue)))
      if let user = row.userID {
        try await store.write { try $0.insert(User(id: user, kind: .registered, createdAt: Date())) }
      }
      try await store.write { try $0.insert(row) }
      let sender = GatedSender()
      sender.open()
      let worker = try scene.worker(queue, [.email: sender, .sms: sender])
      worker.start()
      let ended = try await store.ended(row.id)
      #expect(ended.outcome?.code == (change == .none ? "accepted" : "unreadable"))
      await worker.stop()
      #expect(sender.sent == (change == .none ? 1 : 0))
    }
  }

  @Test func cancelledMessageIsNotSent() async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let challenge = ChallengeID(bytes: try RandomSource.system.bytes(16))
      let message = try queue.message(
        .signInCode, to: .email(try EmailAddress("ann@example.org")), applicationID: "shop",
        challengeID: challenge, language: "en", parameters: MessageKind.signInCode.sampleParameters,
        lifetime: 300)
      let sender = GatedSender()
      let worker = try scene.worker(queue, [.email: sender])
      try await worker.enqueue(message)
      _ = try await store.write { try $0.cancelMessages(forChallenge: challenge, at: Date()) }
      sender.open()
      worker.start()
      let next = try scene.message(queue)
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
      let queue = scene.queue(store)
      let worker = try scene.worker(queue, [:])
      worker.start()
      let message = try scene.message(queue)
      try await worker.enqueue(message)
      #expect(try await store.ended(message.id).outcome?.code == "no_channel")
      await worker.stop()
    }
  }

  @Test func neitherFilesNorEventsHaveTheCodeOrTheLink() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(
      script: ["rcpt 450 busy <ann@example.org>", "data 554 quoted 731904"], in: scene.folder)
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let worker = try scene.worker(queue, [.email: try scene.mailSender(server.settings())])
      let message = try scene.message(queue)
      try await worker.enqueue(message)
      let link = [UInt8]("accounts.example.com/continue".utf8)
      for name in try FileManager.default.contentsOfDirectory(atPath: scene.folder.path) {
        let bytes = try Data(contentsOf: URL(filePath: scene.folder.file(name)))
        #expect(bytes.firstRange(of: Data("731904".utf8)) == nil && bytes.firstRange(of: Data(link)) == nil)
      }
      worker.start()
      _ = try await store.ended(message.id)
      await worker.stop()
      let lines = scene.events.lines
      #expect(lines.count == 2)
      for line in lines {
        #expect(!line.contains("731904") && !line.contains("ann@") && line.contains("a…@example.org"))
      }
    }
  }

  @Test func oldMessagesAreRemovedAndFailuresStayLonger() async throws {
    let scene = try DeliveryScene()
    let clock = TestClock()
    try await scene.withStore { store in
      let queue = scene.queue(store, clock: clock.wallClock)
      let sender = GatedSender()
      sender.open()
      let worker = try scene.worker(queue, [.email: sender])
      worker.start()
      let delivered = try scene.message(queue)
      let failed = try scene.message(queue, to: "+4915112345678")
      try await worker.enqueue(delivered)
      try await worker.enqueue(failed)
      #expect(try await store.ended(delivered.id).state == .delivered)
      #expect(try await store.ended(failed.id).state == .failed)
      await worker.stop()
      let sweep = MessageSweep(queue)
      clock.advance(by: 86_399)
      await sweep.run { Issue.record("the store failed") }
      #expect(try await store.read { try $0.message(delivered.id) } != nil)
      clock.advance(by: 2)
      await sweep.run { Issue.record("the store failed") }
      #expect(try await store.read { try $0.message(delivered.id) } == nil)
      #expect(try await store.read { try $0.message(failed.id) } != nil)
      clock.advance(by: 29 * 86_400)
      await sweep.run { Issue.record("the store failed") }
      #expect(try await store.read { try $0.message(failed.id) } == nil)
    }
  }

  @Test func consoleShowsTheCodeOnLoopbackOnly() async throws {
    #expect(throws: ConsoleRefused.self) { try ConsoleSender(listensOnLoopbackOnly: false) { _ in } }
    let scene = try DeliveryScene()
    let lines = Monitor<[String]>([])
    let console = try ConsoleSender(listensOnLoopbackOnly: true) { line in lines.withLock { $0.append(line) }
    }
    try await scene.withStore { store in
      let queue = scene.queue(store)
      let worker = try scene.worker(queue, [.email: console, .sms: console])
      worker.start()
      for recipient in ["ann@example.org", "+4915112345678"] {
        let message = try scene.message(queue, to: recipient)
        try await worker.enqueue(message)
        #expect(try await store.ended(message.id).state == .delivered)
      }
      await worker.stop()
    }
    let link = MessageParameter.link.sample
    #expect(
      lines.withLock { $0 } == [
        "ann@example.org: Your sign-in code for Example: 731904\n  \(link)",
        "+4915112345678: SMS: 731904\n  \(link)",
      ])
  }
}

/// A change of a row by an attacker.
enum RowChange: CaseIterable {
  case none, id, application, user, challenge, channel, recipient, kind, creation, expiry

  func applied(to row: QueuedMessage) throws -> QueuedMessage {
    QueuedMessage(
      id: self == .id ? try QueuedMessage.newID() : row.id,
      applicationID: self == .application ? "bank" : row.applicationID,
      userID: self == .user ? try User.ID(at: moment(0), random: .system) : row.userID,
      challengeID: self == .challenge
        ? ChallengeID(bytes: [UInt8](repeating: 1, count: 16)) : row.challengeID,
      channel: self == .channel ? .sms : row.channel,
      recipient: self == .recipient ? "eve@example.org" : self == .channel ? "+4915112345678" : row.recipient,
      kind: self == .kind ? MessageKind.passwordReset.rawValue : row.kind,
      createdAt: self == .creation ? row.createdAt.addingTimeInterval(1) : row.createdAt,
      expiresAt: self == .expiry ? row.expiresAt.addingTimeInterval(86_400) : row.expiresAt,
      sealedContent: row.sealedContent, nextAttemptAt: row.nextAttemptAt)
  }
}

/// Holds messages until the test opens it, and counts them.
private final class GatedSender: MessageSender {
  private struct State {
    var sending = 0
    var most = 0
    var sent = 0
    var isOpen = false
  }

  private let state = Monitor(State())
  let longestTime: Duration

  init(longestTime: Duration = .zero) { self.longestTime = longestTime }

  var sending: Int { state.withLock { $0.sending } }
  var most: Int { state.withLock { $0.most } }
  var sent: Int { state.withLock { $0.sent } }

  func open() { state.withLock { $0.isOpen = true } }

  func send(_ message: OutgoingMessage, _ content: RenderedMessage) async -> SendingOutcome {
    state.withLock { state in
      state.sending += 1
      state.most = max(state.most, state.sending)
    }
    while !state.withLock({ $0.isOpen }) { await Task.yield() }
    state.withLock { state in
      state.sending -= 1
      state.sent += 1
    }
    return .accepted(DeliveryNote(code: "accepted", detail: ""))
  }
}
