import DoorwardAdministration
import DoorwardCurl
import DoorwardDelivery
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardOpenSSL
import DoorwardServer
import DoorwardSessions
import DoorwardStore
import DoorwardSystem
import Encodings
import Foundation
import Testing

/// Webhooks in the form of Standard Webhooks (https://www.standardwebhooks.com).
@Suite struct WebhookTests {
  // MARK: The request

  /// The example of the specification.
  @Test func signatureIsThatOfTheSpecification() throws {
    let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let signature = try secret.signature(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: "1614265330",
      body: [UInt8](#"{"test": 2432232314}"#.utf8), context: OpenSSLContext())
    #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    #expect(secret.text == "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    #expect("\(secret)" == "WebhookSecret")
  }

  @Test func newSecretHasTheLengthOfTheSpecification() throws {
    #expect((24...64).contains(try WebhookSecret(random: .system).bytes.count))
    #expect(WebhookSecret("secret") == nil && WebhookSecret("whsec_ü") == nil)
  }

  @Test(arguments: [
    ("https://hook.example/a?b=c", true, true), ("https://hook.example:8443", true, true),
    ("http://127.0.0.1:9/a", true, false), ("http://localhost", true, false),
    ("http://hook.example/", false, false), ("https://user@hook.example/", false, false),
    ("ftp://hook.example/", false, false), ("hook.example", false, false), ("", false, false),
    ("https://hook.example/\u{0}", false, false),
    ("https://hook.example/" + String(repeating: "a", count: 2048), false, false),
  ])
  func addressIsHTTPSExceptOfThisMachineInDevelopment(
    _ url: String, _ inDevelopment: Bool, _ inProduction: Bool
  ) {
    #expect(WebhookSender.allows(url, inDevelopment: true) == inDevelopment)
    #expect(WebhookSender.allows(url, inDevelopment: false) == inProduction)
  }

  @Test func typesAndApplicationSelectTheEvents() throws {
    func admits(_ kind: EventKind, _ change: (inout Webhook) -> Void) throws -> Bool {
      var webhook = Webhook(
        id: try Webhook.ID(at: moment(0), random: .system), url: "", types: [], application: nil, note: "",
        includesClient: false, secret: [], createdBy: "", createdAt: moment(0))
      change(&webhook)
      let event = RecordedEvent(
        id: Event.ID(at: moment(0), entropy: [UInt8](repeating: 0, count: 10)), at: moment(0),
        type: kind.type.rawValue, actor: RecordedEvent.Actor(name: "system", id: nil),
        subjects: EventSubjects(application: "shop"), client: ClientDescription(),
        data: String(decoding: JSONValue.object(kind.data).serialized(), as: UTF8.self), seal: nil,
        hasUser: false)
      return webhook.admits(event)
    }
    #expect(try admits(.passwordChanged) { _ in })
    #expect(try admits(.passwordChanged) { $0.types = ["user.", "password."] })
    #expect(try !admits(.passwordChanged) { $0.types = ["user.", "password"] })
    #expect(try admits(.passwordChanged) { $0.types = ["password.changed"] })
    #expect(try admits(.passwordChanged) { $0.application = "shop" })
    #expect(try !admits(.passwordChanged) { $0.application = "club" })
    #expect(try !admits(.passwordChanged) { $0.isEnabled = false })
    let other = try Webhook.ID(at: moment(0), random: .system)
    #expect(try !admits(.webhookTested(other)) { _ in })
  }

  // MARK: Delivery

  /// Two processes that share a store, and a receiver.
  private struct Scene {
    let stores: [any Store]
    let receiver: WebhookReceiver
    let clock: TestClock
    let webhook: Webhook
    let chain: EventChain
    private let secrets: WebhookSecrets

    init(_ stores: [any Store], _ receiver: WebhookReceiver) async throws {
      let key = try DerivedKey(bytes: [UInt8](repeating: 7, count: 32), library: OpenSSLContext())
      self.stores = stores
      self.receiver = receiver
      clock = TestClock()
      chain = EventChain(key: key)
      secrets = WebhookSecrets(sealedWith: key, random: .system)
      let id = try Webhook.ID(at: clock.now, random: .system)
      let webhook = Webhook(
        id: id, url: receiver.url, types: [], application: nil, note: "", includesClient: false,
        secret: try secrets.make(for: id).sealed, createdBy: "test", createdAt: clock.now)
      self.webhook = webhook
      try await stores[0].write { try $0.insert(webhook) }
    }

    /// Stores and seals events of users, one after another.
    func record(_ users: [User.ID?]) async throws {
      let now = clock.wallClock.now
      try await stores[0].write { transaction in
        for user in users {
          try transaction.record(
            .passwordChanged, about: EventSubjects(user: user),
            by: EventOrigin(.system, ClientDescription(device: "d", network: "192.0.2.1")), at: now)
        }
      }
      try await seal()
    }

    func seal() async throws {
      for store in stores {
        _ = try await store.writeAtRepeatableRead(prefetching: .nothing) { [chain] in
          try $0.sealEvents(of: chain, limit: 100, random: .system)
        }
      }
    }

    /// Runs the workers of both processes during a body.
    func working(
      allowsPrivate: Bool = true, _ body: () async throws -> Void
    ) async throws {
      let sender = WebhookSender(
        client: OutgoingHTTPClient(OutgoingHTTPConfiguration(allowPrivateAddresses: allowsPrivate)),
        secrets: secrets, clock: clock.wallClock, library: try OpenSSLContext())
      let workers = stores.map {
        WebhookWorker(
          store: $0, clock: clock.wallClock, random: .system, sender: sender, interval: .milliseconds(10)
        ) { _ in }
      }
      for worker in workers { worker.start() }
      let result: Result<Void, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      for worker in workers { await worker.stop() }
      try result.get()
    }

    func deliveries(_ state: WebhookDelivery.State? = nil) async throws -> [WebhookDelivery] {
      try await stores[0].read { [id = webhook.id] in
        try $0.webhookDeliveries(to: id, in: state, after: nil, limit: 100)
      }
    }

    func wait(for count: Int, _ state: WebhookDelivery.State) async throws {
      try await ServerTests.wait(until: "\(count) deliveries are \(state.rawValue)") {
        (try? await deliveries(state).count) == count
      }
    }
  }

  private func withScene(_ kind: StoreKind, _ body: (Scene) async throws -> Void) async throws {
    try await kind.withStores { stores in
      try await WebhookReceiver.with { try await body(Scene(stores, $0)) }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func eventsArriveOnceAndInOrderForEachUserFromTwoProcesses(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      let users = try (0..<3).map { _ in try User.ID(at: moment(0), random: .system) }
      try await scene.working {
        for _ in 0..<4 { try await scene.record(users + [nil] + users) }
        try await scene.wait(for: 28, .delivered)
      }
      let events = scene.receiver.arrivals.map(\.event)
      #expect(events.count == 28 && Set(events.compactMap { $0["id"]?.string }).count == 28)
      for user in users {
        let numbers = events.filter { $0["user_id"]?.string == user.text }.compactMap { $0["number"]?.int64 }
        #expect(numbers.count == 8 && numbers == numbers.sorted())
      }
      // Only a webhook that asks for it gets the client.
      #expect(events.allSatisfy { $0["device"] == nil && $0["network"] == nil })
    }
  }

  @Test(arguments: StoreKind.allCases)
  func failedEventOfAUserDelaysTheNextOneAndNoOther(_ kind: StoreKind) async throws {
    try await withScene(kind) { scene in
      let (ada, bob) = (
        try User.ID(at: moment(0), random: .system), try User.ID(at: moment(0), random: .system)
      )
      scene.receiver.answer { $0["user_id"]?.string == ada.text ? 500 : 200 }
      try await scene.record([ada, ada, bob, nil])
      try await scene.working {
        try await scene.wait(for: 2, .delivered)
        // The pauses pass, and the first event of the user fails for good.
        for attempt in 1...11 {
          try await wait(until: "attempt \(attempt) has ended") {
            guard let first = try? await scene.deliveries().last else { return false }
            // While an attempt is under way, the time is the end of its lease, half a minute.
            let pause = first.nextAttemptAt.timeIntervalSince(scene.clock.now)
            return first.state == .failed
              || first.attempts == Int64(attempt) && first.outcome?.status == 500
                && (attempt == 1 || pause > 100)
          }
          scene.clock.advance(by: 2 * 86_400)
          if try await scene.deliveries().last?.state == .failed { break }
          // A webhook that works at times is not disabled.
          try await scene.record([bob])
          try await scene.wait(for: 2 + attempt, .delivered)
        }
        let first = try #require(try await scene.deliveries().last)
        #expect(first.state == .failed && first.attempts == 10 && first.outcome?.note.detail == "answer")
        scene.receiver.answer { _ in 200 }
        try await wait(until: "the second event of the user arrives") {
          // It may have been sent once before the receiver worked again.
          scene.clock.advance(by: 1)
          return (try? await scene.deliveries(.waiting).isEmpty) == true
        }
      }
      let webhook = try await scene.stores[0].read { [id = scene.webhook.id] in try $0.webhook(id) }
      #expect(webhook?.isEnabled == true && webhook?.failingSince == nil)
    }
  }

  @Test(arguments: [(500, 5), (410, 0)])
  func webhookThatFailsForDaysOrIsGoneIsDisabled(_ status: Int, _ days: Int) async throws {
    try await withScene(.sqlite) { scene in
      scene.receiver.answer { _ in status }
      try await scene.record([nil])
      try await scene.working {
        func webhook() async throws -> Webhook? {
          try await scene.stores[0].read { [id = scene.webhook.id] in try $0.webhook(id) }
        }
        try await wait(until: "the webhook fails") { (try? await webhook()?.failingSince) != nil }
        if days > 0 {
          #expect(try await webhook()?.isEnabled == true)
          scene.clock.advance(by: TimeInterval(days) * 86_400)
        }
        try await wait(until: "it is disabled") { (try? await webhook()?.isEnabled) == false }
      }
      #expect(try await scene.deliveries(.failed).count == 1)
      let last = try await scene.stores[0].read { try $0.unsealedEvents(limit: 10).last?.type }
      #expect(last == "webhook.disabled")
      // Later events are not for it.
      try await scene.record([nil])
      #expect(try await scene.deliveries().count == 1)
    }
  }

  @Test func privateAddressIsRefused() async throws {
    try await withScene(.sqlite) { scene in
      try await scene.record([nil])
      try await scene.working(allowsPrivate: false) {
        try await wait(until: "the attempt has ended") {
          (try? await scene.deliveries().first?.outcome?.note.code) == "private_address"
        }
      }
      #expect(scene.receiver.arrivals.isEmpty)
    }
  }

  @Test func secondOfTwoAdministratorsIsRefused() async throws {
    try await TestServer.run { server in
      let key = try await server.administer {
        try await $0.createAdministrationKey(
          name: "tests", scopes: [.writeWebhooks, .readWebhooks, .readEvents]
        ).1.text
      }
      func call(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, seen: JSONValue = nil
      ) async throws -> TestAPI.Answer {
        var fields: HTTPFields = [:]
        if let version = seen.string { fields["If-Match"] = "\"\(version)\"" }
        return try await server.listening.send(
          method, "/v1/admin/webhooks\(path)", body, bearer: key, fields: fields)
      }
      let made = try await call(.post, "", ["url": "http://127.0.0.1:1"])
      let (path, first) = ("/\(made["id"].string ?? "")", made["version"])
      #expect(made.fields["ETag"] == "\"\(first.string ?? "")\"")
      let changed = try await call(.patch, path, ["types": ["user."]], seen: first)
      #expect(changed.status == 200 && changed["version"] != first)
      for (method, body) in [(.patch, ["types": []]), (.delete, nil)] as [(HTTPMethod, JSONValue?)] {
        let refusal = try await call(method, path, body, seen: first)
        #expect(refusal.status == 412 && refusal.code == "changed_meanwhile")
      }
      #expect(try await call(.get, path).json == changed.json)
      #expect(try await call(.delete, path, seen: changed["version"]).status == 204)
      #expect(try await call(.get, path).status == 404)
    }
  }

  @Test func eventsAreSignedWithBothSecretsForADay() async throws {
    try await TestServer.run { server in
      try await WebhookReceiver.with { receiver in
        let key = try await server.administer {
          try await $0.createAdministrationKey(
            name: "tests", scopes: [.writeWebhooks, .readWebhooks, .readEvents]
          ).1.text
        }
        func call(_ path: String, _ body: JSONValue) async throws -> TestAPI.Answer {
          try await server.listening.send(.post, "/v1/admin/webhooks\(path)", body, bearer: key)
        }
        /// Sends a test event. Returns its signatures, and those that the secrets give.
        func signatures(_ webhook: String, _ secrets: [String]) async throws -> (
          sent: [String], right: [String]
        ) {
          // The webhook also gets the events of the acts on it.
          func tests() -> [WebhookReceiver.Arrival] {
            receiver.arrivals.filter { $0.event["type"] == "webhook.tested" }
          }
          let known = tests().count
          #expect(try await call("/\(webhook)/test", [:]).status == 204)
          try await wait(until: "the test event arrives") { tests().count > known }
          let arrival = tests()[known]
          let (id, time) = (arrival.fields["webhook-id"] ?? "", arrival.fields["webhook-timestamp"] ?? "")
          #expect(id == arrival.event["id"]?.string)
          let right = try secrets.map { text in
            let secret = try #require(WebhookSecret(text))
            return try secret.signature(
              id: id, timestamp: time, body: arrival.body, context: OpenSSLContext())
          }
          let sent = (arrival.fields["webhook-signature"] ?? "").split(separator: " ").map(String.init)
          return (sent, right)
        }
        let created = try await call("", ["url": .string(receiver.url)])
        #expect(created.status == 201)
        let (id, old) = (created["id"].string ?? "", created["secret"].string ?? "")
        let before = try await signatures(id, [old])
        #expect(before.sent == before.right)
        let replaced = try await call("/\(id)/secret", [:])
        #expect(replaced.status == 201)
        let secrets = [replaced["secret"].string ?? "", old]
        let both = try await signatures(id, secrets)
        #expect(both.sent == both.right && both.sent.count == 2)
        server.clock.advance(by: 86_401)
        let after = try await signatures(id, secrets)
        #expect(after.sent == Array(after.right.prefix(1)))
        #expect(!secrets.contains { server.log.text.contains($0) })
      }
    }
  }
}
