import DoorwardCurl
import DoorwardDelivery
import DoorwardStore
import DoorwardSystem
import Encodings
import Foundation
import Testing

/// The sending of logout tokens, without a server.
@Suite struct LogoutWorkerTests {
  /// The reports of workers, by client.
  private final class Report: Sendable {
    private let results = Monitor<[String: [String]]>([:])

    func add(_ event: LogoutEvent) {
      switch event {
      case .attempted(let login, let result, let answer):
        let text = if case .failed(let code) = answer { code } else { "\(result)" }
        results.withLock { $0[login.applicationID, default: []].append(text) }
      case .late(let login): results.withLock { $0[login.applicationID, default: []].append("late") }
      case .storeFailed: results.withLock { $0["", default: []].append("store") }
      }
    }

    subscript(client: String) -> [String] { results.withLock { $0[client] ?? [] } }
  }

  private static let clock = WallClock { moment(1000) }

  /// Stores due logout tokens.
  private static func addDue(_ count: Int, to client: String, in store: any Store) async throws {
    try await store.write { transaction in
      let user = try User.ID(at: moment(0), random: .system)
      for _ in 0..<count {
        try transaction.replace(
          with: ClientLogin(
            page: Session.ID(at: moment(0), random: .system), applicationID: client,
            session: Session.ID(at: moment(0), random: .system), user: user, expiresAt: moment(3_600_000)))
      }
      _ = try transaction.endSessions(of: user, except: nil, because: .banned, at: moment(1000))
    }
  }

  private static func worker(
    _ store: any Store, _ report: Report, clients: [String] = ["site"], allowsPrivate: Bool = true,
    _ request: @escaping @Sendable (ClientLogin) async throws -> LogoutSender.Request?
  ) -> LogoutWorker {
    let client = OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: allowsPrivate))
    return LogoutWorker(
      store: store, clock: clock, random: .system,
      sender: LogoutSender(client: client, clients: { clients }, request: request),
      interval: .milliseconds(20)
    ) { report.add($0) }
  }

  /// Runs a body with workers, and stops them afterwards.
  private static func working(_ workers: [LogoutWorker], _ body: () async throws -> Void) async throws {
    for worker in workers { worker.start() }
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    for worker in workers { await worker.stop() }
    try result.get()
  }

  @Test(arguments: StoreKind.allCases) func twoProcessesSendEachTokenOnce(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      try await WebhookReceiver.with { receiver in
        try await Self.addDue(40, to: "site", in: store)
        let report = Report()
        let workers = (0..<2).map { _ in
          Self.worker(store, report) { LogoutSender.Request(address: receiver.url, token: $0.page.text) }
        }
        try await Self.working(workers) {
          try await wait(until: "all tokens are sent") { report["site"].count == 40 }
        }
        #expect(report["site"] == Array(repeating: "delivered", count: 40))
        #expect(Set(receiver.arrivals.map(\.body)).count == 40 && receiver.arrivals.count == 40)
        #expect(try await store.read { try !$0.hasDueLogout(to: "site", at: moment(100_000)) })
      }
    }
  }

  /// The answer of a client to the only attempt, and the members of the event that tells it.
  static let refusals: [(body: String, error: JSONValue)] = [
    (#"{"error": "invalid_request", "error_description": "no such session"}"#, "invalid_request"),
    (#"{"error": "eyJhbGciOiJFUzI1NiJ9.token"}"#, "other"), (#"{"error": "ada"}"#, "other"),
    (#"{"error": ["ada"]}"#, .null),
    ("<b>no</b>", .null),
  ]

  @Test(arguments: refusals) func refusedTokenIsAnEvent(_ refusal: (body: String, error: JSONValue))
    async throws
  {
    try await StoreKind.sqlite.withStore { store in
      try await WebhookReceiver.with { receiver in
        receiver.answer(refusal.body) { _ in 400 }
        try await Self.addDue(1, to: "site", in: store)
        let report = Report()
        let worker = Self.worker(store, report) { _ in
          LogoutSender.Request(address: receiver.url, token: "token")
        }
        try await Self.working([worker]) {
          try await wait(until: "the attempt has ended") { !report["site"].isEmpty }
        }
        let events = try await store.read { try $0.events(before: nil, since: moment(0), limit: 10) }
        let event = try #require(events.first { $0.type == "logout.failed" })
        #expect(event.subjects.application == "site" && event.subjects.user != nil)
        #expect(
          event.content?.object == ["attempts": 1, "status": 400, "error": refusal.error, "code": .null])
      }
    }
  }

  @Test func clientWithoutAnAddressIsNoFailure() async throws {
    try await StoreKind.sqlite.withStore { store in
      try await Self.addDue(1, to: "site", in: store)
      let report = Report()
      let worker = Self.worker(store, report) { _ in nil }
      try await Self.working([worker]) {
        try await wait(until: "the attempt has ended") { report["site"] == ["failed"] }
      }
      let events = try await store.read { try $0.events(before: nil, since: moment(0), limit: 10) }
      #expect(!events.contains { $0.type == "logout.failed" })
    }
  }

  @Test func privateAddressGetsNoToken() async throws {
    try await StoreKind.sqlite.withStore { store in
      try await WebhookReceiver.with { receiver in
        try await Self.addDue(1, to: "site", in: store)
        let report = Report()
        let worker = Self.worker(store, report, allowsPrivate: false) { _ in
          LogoutSender.Request(address: receiver.url, token: "token")
        }
        try await Self.working([worker]) {
          try await wait(until: "the attempt has ended") { !report["site"].isEmpty }
        }
        #expect(report["site"] == ["private_address"] && receiver.arrivals.isEmpty)
      }
    }
  }

  @Test func slowClientDoesNotDelayOthers() async throws {
    try await StoreKind.sqlite.withStore { store in
      try await WebhookReceiver.with { receiver in
        try await Self.addDue(20, to: "slow", in: store)
        try await Self.addDue(5, to: "site", in: store)
        let report = Report()
        let (isAnswered, started) = (Monitor(false), Monitor(0))
        let worker = Self.worker(store, report, clients: ["slow", "site"]) { login in
          if login.applicationID == "slow" {
            started.withLock { $0 += 1 }
            try await wait(until: "the slow client answers") { isAnswered.withLock { $0 } }
            return nil
          }
          return LogoutSender.Request(address: receiver.url, token: login.page.text)
        }
        try await Self.working([worker]) {
          try await wait(until: "the other client has its tokens") { report["site"].count == 5 }
          #expect(started.withLock { $0 } <= 4)
          isAnswered.withLock { $0 = true }
        }
        #expect(receiver.arrivals.count == 5)
      }
    }
  }
}
