import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardSQLiteStore
import DoorwardStore
import DoorwardSystem
import Encodings
import Foundation
import Sampling
import Testing

/// The database and the log of a server.
@Suite("Secrecy of the outbox", .timeLimit(.minutes(5)))
struct DeliverySecrecyTests {
  /// The record is cut after 300 characters, in the middle of the code and of the password.
  @Test(arguments: CaseSample.of(286...300, oneIn: 5))
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
      let outbox = scene.outbox(store)
      let sender = try scene.mailSender(server.settings(credentials: credentials))
      let worker = try scene.worker(outbox, [.email: sender])
      worker.start()
      var details: [String] = []
      for _ in script {
        let message = try scene.message(outbox)
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

  @Test func contentOfAnotherMasterKeyFails() async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let message = try scene.message(scene.outbox(store))
      let row = try scene.outbox(store, seal: try DeliveryScene.newSeal()).row(for: message)
      try await store.write { try $0.insert(row) }
      let worker = try scene.worker(scene.outbox(store), [.email: GatedSender()])
      worker.start()
      let ended = try await store.ended(message.id)
      #expect(ended.state == .failed && ended.outcome?.code == "unreadable")
      await worker.stop()
    }
  }

  /// An attacker who can write to the database must neither send a code to another address or from another application,
  /// nor extend its validity.
  @Test(arguments: RowChange.allCases)
  func contentOfAChangedRowFails(_ change: RowChange) async throws {
    let scene = try DeliveryScene()
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let row = try change.applied(to: try outbox.row(for: try scene.message(outbox)))
      if let user = row.userID {
        try await store.write { try $0.insert(User(id: user, kind: .registered, createdAt: Date())) }
      }
      try await store.write { try $0.insert(row) }
      let sender = GatedSender()
      sender.open()
      let worker = try scene.worker(outbox, [.email: sender, .sms: sender])
      worker.start()
      let ended = try await store.ended(row.id)
      #expect(ended.outcome?.code == (change == .none ? "accepted" : "unreadable"))
      await worker.stop()
      #expect(sender.sent == (change == .none ? 1 : 0))
    }
  }

  @Test func neitherFilesNorEventsHaveTheCodeOrTheLink() async throws {
    let scene = try DeliveryScene()
    let server = try await MailServer(
      script: ["rcpt 450 busy <ann@example.org>", "data 554 quoted 731904"], in: scene.folder)
    try await scene.withStore { store in
      let outbox = scene.outbox(store)
      let worker = try scene.worker(outbox, [.email: try scene.mailSender(server.settings())])
      let message = try scene.message(outbox)
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
