import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardSQLiteStore
import DoorwardStore
import DoorwardSystem
import Encodings
import Foundation
import Testing

/// The outbox of a real store with a real mail server on loopback.
@Suite("Delivery from the outbox", .timeLimit(.minutes(5)))
struct DeliveryWorkerTests {
  @Test func messageSurvivesARestart() async throws {
    let scene = try DeliveryScene()
    let message = try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let message = try scene.message(outbox)
      let row = try outbox.row(for: message)
      try await store.write { try $0.insert(row) }
      return message
    }
    let server = try await MailServer(in: scene.folder)
    try await scene.withStore { store in
      let worker = try scene.worker(scene.outbox(store), [.email: try scene.mailSender(server.settings())])
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
        let outboxes = [scene.outbox(first), scene.outbox(second)]
        let sender = try scene.mailSender(server.settings())
        let workers = try outboxes.map { try scene.worker($0, [.email: sender]) }
        for worker in workers { worker.start() }
        var messages: [OutgoingMessage] = []
        for number in 0..<40 {
          let message = try scene.message(outboxes[number % 2], to: "user\(number)@example.org")
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

  /// The process that claimed the message has ended, and its lease protects the message for a while.
  @Test func messageOfADeadProcessIsSentAfterItsLease() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(in: scene.folder)
    let clock = TestClock()
    try await scene.withStore { store in
      let outbox = scene.outbox(store, clock: clock.wallClock)
      let message = try scene.message(outbox)
      let row = try outbox.row(for: message)
      let now = clock.wallClock.now
      let dead = DeliveryClaim(
        id: try DeliveryClaim.ID(at: now, random: .system), until: now.addingTimeInterval(120))
      try await store.write { transaction in
        try transaction.insert(row)
        _ = try transaction.claimDueMessages(on: .email, at: now, dead, limit: 1)
      }
      let worker = try scene.worker(outbox, [.email: try scene.mailSender(server.settings())])
      worker.start()
      let other = try scene.message(outbox, to: "bob@example.org")
      try await worker.enqueue(other)
      #expect(try await store.ended(other.id).state == .delivered)
      #expect(try await store.read { try $0.message(message.id) }?.state == .waiting)
      clock.advance(by: 120)
      let ended = try await store.ended(message.id)
      #expect(ended.state == .delivered && ended.attempts == 2)
      await worker.stop()
      let result = DeliveryResult.failed(DeliveryNote(code: "late", detail: ""))
      #expect(try await !store.write { try $0.finish(message.id, claim: dead.id, result: result, at: now) })
    }
  }

  @Test func atMostFourMessagesAreSentAtOnceAndStopWaitsForThem() async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let sender = GatedSender()
      let worker = try scene.worker(outbox, [.email: sender])
      worker.start()
      var messages: [OutgoingMessage] = []
      for number in 0..<9 {
        let message = try scene.message(outbox, to: "user\(number)@example.org")
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
      let outbox = scene.outbox(store)
      let (mail, sms) = (GatedSender(), GatedSender())
      sms.open()
      let worker = try scene.worker(outbox, [.email: mail, .sms: sms])
      worker.start()
      for number in 0..<9 {
        try await worker.enqueue(try scene.message(outbox, to: "user\(number)@example.org"))
      }
      try await eventually("all slots of mail are taken") { mail.sending == 4 }
      for _ in 0..<6 {
        let message = try scene.message(outbox, to: "+4915112345678")
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
      let outbox = scene.outbox(store, clock: clock.wallClock)
      let sender = GatedSender(longestTime: .seconds(600))
      let worker = try scene.worker(outbox, [.email: sender])
      worker.start()
      let message = try scene.message(outbox)
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
    let worker = try scene.worker(scene.outbox(store), [.email: GatedSender()])
    await store.close()
    worker.start()
    try await eventually("the failure is reported") { !scene.events.lines.isEmpty }
    for _ in 0..<20 { worker.wake() }
    await worker.stop()
    #expect(scene.events.lines == ["the messages in the store cannot be read or written"])
  }

  @Test func cancelledWorkerPostponesItsMessage() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(script: ["stall"], in: scene.folder)
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let worker = try scene.worker(outbox, [.email: try scene.mailSender(server.settings())])
      let delivery = worker.start()
      let message = try scene.message(outbox)
      try await worker.enqueue(message)
      _ = try await server.event("recipient")
      delivery.cancel()
      await worker.stop()
      let row = try await store.read { try $0.message(message.id) }
      #expect(row?.state == .waiting && row?.outcome?.code == "cancelled" && row?.sealedContent != nil)
      #expect(row.map { $0.nextAttemptAt < Date().addingTimeInterval(60) } == true)
    }
  }

  @Test func oldMessagesAreRemovedByOneProcess() async throws {
    let scene = try DeliveryScene()
    let clock = TestClock()
    try await scene.withStore { store in
      let outbox = scene.outbox(store, clock: clock.wallClock)
      let failed = try scene.message(outbox, to: "+4915112345678")
      let worker = try scene.worker(outbox, [:])
      worker.start()
      try await worker.enqueue(failed)
      #expect(try await store.ended(failed.id).state == .failed)
      await worker.stop()
      let (first, second) = (try MessageSweep(outbox), try MessageSweep(outbox))
      clock.advance(by: 30 * 86_400)
      await first.run { Issue.record("the store failed") }
      // The message is old now. Only the first process has the lease, and it was killed.
      clock.advance(by: 1199)
      await second.run { Issue.record("the store failed") }
      #expect(try await store.read { try $0.message(failed.id) } != nil)
      clock.advance(by: 1)
      await second.run { Issue.record("the store failed") }
      #expect(try await store.read { try $0.message(failed.id) } == nil)
    }
  }

  @Test func oldMessagesAreRemovedAndFailuresStayLonger() async throws {
    let scene = try DeliveryScene()
    let clock = TestClock()
    try await scene.withStore { store in
      let outbox = scene.outbox(store, clock: clock.wallClock)
      let sender = GatedSender()
      sender.open()
      let worker = try scene.worker(outbox, [.email: sender])
      worker.start()
      let delivered = try scene.message(outbox)
      let failed = try scene.message(outbox, to: "+4915112345678")
      try await worker.enqueue(delivered)
      try await worker.enqueue(failed)
      #expect(try await store.ended(delivered.id).state == .delivered)
      #expect(try await store.ended(failed.id).state == .failed)
      await worker.stop()
      let sweep = try MessageSweep(outbox)
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
}
