import DoorwardCiphers
import DoorwardDelivery
import DoorwardIdentifiers
import DoorwardOpenSSL
import DoorwardSQLiteStore
import DoorwardStore
import DoorwardSystem
import Foundation

/// A store in a temporary folder, and the parts of the server that deliver its messages.
struct DeliveryScene: Sendable {
  let folder: TemporaryDirectory
  let seal: MessageSeal
  let events = EventLog()

  init() throws {
    folder = try TemporaryDirectory()
    seal = try Self.newSeal()
  }

  static func newSeal() throws -> MessageSeal {
    MessageSeal(try AES256GCMKey(try RandomSource.system.bytes(32), context: OpenSSLContext()))
  }

  var database: String { folder.file("store.sqlite3") }

  /// Opens the store for a test and closes it afterwards.
  func withStore<Value>(_ body: (SQLiteStore) async throws -> Value) async throws -> Value {
    let store = try await SQLiteStore.open(at: database)
    do {
      let value = try await body(store)
      await store.close()
      return value
    } catch {
      await store.close()
      throw error
    }
  }

  func outbox(_ store: any Store, clock: WallClock = .system, seal: MessageSeal? = nil) -> Outbox {
    Outbox(store: store, clock: clock, random: .system, seal: seal ?? self.seal)
  }

  /// A worker that looks at the store often and retries soon.
  func worker(
    _ outbox: Outbox, _ senders: [DeliveryChannel: any MessageSender],
    _ change: (inout DeliverySettings) -> Void = { _ in }
  ) throws -> DeliveryWorker {
    var settings = DeliverySettings()
    settings.interval = .milliseconds(10)
    settings.retries = RetrySchedule(pauses: [0.01], jitter: 0)
    change(&settings)
    return try DeliveryWorker(
      outbox, MessageTemplates.load(), senders: senders, settings: settings,
      log: { [events] in events.record($0) })
  }

  /// A sender of mail to a test server.
  func mailSender(_ server: SMTPServer) throws -> MailSender {
    let sender = Mailbox(name: "Example", try EmailAddress("no-reply@example.com"))
    return MailSender(server) { _ in sender }
  }

  /// A message that is valid now.
  func message(
    _ outbox: Outbox, _ kind: MessageKind = .signInCode, to recipient: String = "ann@example.org",
    code: String = "731904", lifetime: TimeInterval = 300
  ) throws -> OutgoingMessage {
    var parameters = kind.sampleParameters
    if kind.hasCode { parameters[.code] = code }
    return try outbox.message(
      kind,
      to: recipient.hasPrefix("+")
        ? .phone(try PhoneNumber(recipient)) : .email(try EmailAddress(recipient)),
      applicationID: "shop", language: "en", parameters: parameters, lifetime: lifetime)
  }
}

/// The events of workers.
final class EventLog: Sendable {
  private let events = Monitor<[DeliveryEvent]>([])

  func record(_ event: DeliveryEvent) { events.withLock { $0.append(event) } }

  var lines: [String] { events.withLock { $0.map(\.description) } }
}

/// A clock that only the test moves.
final class TestClock: Sendable {
  private let instant: Monitor<Date>

  init(_ start: Date = Date()) { instant = Monitor(start) }

  func advance(by seconds: TimeInterval) { instant.withLock { $0 += seconds } }

  var wallClock: WallClock { WallClock { self.instant.withLock { $0 } } }
}

/// Waits until a condition holds.
func eventually(_ event: String, _ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    guard .now < deadline else { throw WaitTimeout(event: event) }
    // A task that only yields would take the processor from those that it waits for.
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// An event did not happen within the time limit.
struct WaitTimeout: Error, CustomStringConvertible {
  let event: String

  var description: String { "waited 60 seconds until \(event)" }
}

extension SQLiteStore {
  /// Waits until a message has left the waiting state.
  func ended(_ id: QueuedMessage.ID) async throws -> QueuedMessage {
    var found: QueuedMessage?
    try await eventually("the message ends") {
      found = try await read { try $0.message(id) }
      return found.map { $0.state != .waiting } ?? false
    }
    guard let found else { throw WaitTimeout(event: "the message exists") }
    return found
  }
}
