package import DoorwardDelivery
import DoorwardHTTP
package import DoorwardStore
import DoorwardWire
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The acts on webhooks. Each stores its event.
package struct WebhookActs: Sendable {
  /// The time for which a replaced secret stays valid, in seconds: a day.
  package static let secretOverlap: TimeInterval = 86_400
  /// The most webhooks. Each sealed event is compared with all of them.
  package static let maximum = 100
  /// The most events that one call examines to send them again.
  package static let mostReplayed = 10_000
  /// The events of one transaction. Requests wait for the writer meanwhile.
  private static let batch = 100

  private var store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let secrets: WebhookSecrets

  package init(store: any Store, clock: WallClock, random: RandomSource, secrets: WebhookSecrets) {
    self.store = store
    self.clock = clock
    self.random = random
    self.secrets = secrets
  }

  /// The same acts on another store, such as that of a caller.
  package func using(_ store: any Store) -> WebhookActs {
    var acts = self
    acts.store = store
    return acts
  }

  /// Every webhook, oldest first.
  package func all() async throws -> [Webhook] { try await store.read { try $0.webhooks() } }

  package func webhook(_ id: Webhook.ID) async throws -> Webhook? {
    try await store.read { try $0.webhook(id) }
  }

  /// Adds a webhook. The answer has the only readable copy of its secret.
  package func create(
    _ settings: WebhookSettings, createdBy name: String, by origin: EventOrigin
  ) async throws -> (Webhook, WebhookSecret) {
    let now = clock.now
    let id = try Webhook.ID(at: now, random: random)
    let (secret, sealed) = try secrets.make(for: id)
    let webhook = Webhook(
      id: id, url: settings.url, types: settings.types, application: settings.application,
      note: settings.note, includesClient: settings.includesClient, isEnabled: settings.isEnabled,
      secret: sealed, createdBy: name, createdAt: now)
    try await store.write { transaction in
      guard try transaction.webhooks().count < Self.maximum else {
        throw Problem.wrongWebhook("The server has \(Self.maximum) webhooks, the most. Remove one first.")
      }
      try transaction.insert(webhook)
      try transaction.record(.webhookCreated(id), about: webhook.subjects, by: origin, at: now)
    }
    return (webhook, secret)
  }

  /// Changes a webhook. If it is disabled, the deliveries that wait end; if it is enabled, it counts as working.
  ///
  /// `version` is the version that the caller has read; nil to change any.
  ///
  /// - Returns: the changed webhook; nil if there is none.
  /// - Throws: `Problem` 412 `changed_meanwhile`; ``StoreError``.
  package func change(
    _ id: Webhook.ID, version: String? = nil,
    to changed: @escaping @Sendable (WebhookSettings) -> WebhookSettings,
    by origin: EventOrigin
  ) async throws -> Webhook? {
    let now = clock.now
    return try await store.write { transaction in
      guard let before = try transaction.webhook(id) else { return nil }
      try before.require(version)
      let settings = changed(WebhookSettings(before))
      var webhook = before
      webhook.url = settings.url
      webhook.types = settings.types
      webhook.application = settings.application
      webhook.note = settings.note
      webhook.includesClient = settings.includesClient
      webhook.isEnabled = settings.isEnabled
      if webhook.isEnabled, !before.isEnabled { webhook.failingSince = nil }
      try transaction.update(webhook)
      if !webhook.isEnabled, before.isEnabled {
        try transaction.failWaitingDeliveries(to: id, .disabled, at: now, limit: mostFailedAtOnce)
      }
      try transaction.record(.webhookChanged(id), about: webhook.subjects, by: origin, at: now)
      return webhook
    }
  }

  /// Removes a webhook and its deliveries; false if there is none.
  ///
  /// `version` is the version that the caller has read; nil to remove any.
  ///
  /// - Throws: `Problem` 412 `changed_meanwhile`; ``StoreError``.
  package func remove(_ id: Webhook.ID, version: String? = nil, by origin: EventOrigin) async throws -> Bool {
    let now = clock.now
    var expected = version
    // No transaction is long. The webhook is disabled meanwhile, so it gets no further deliveries.
    var removed = mostFailedAtOnce
    while removed == mostFailedAtOnce {
      removed = try await store.write { [expected] transaction in
        guard var webhook = try transaction.webhook(id) else { return 0 }
        try webhook.require(expected)
        if webhook.isEnabled {
          webhook.isEnabled = false
          try transaction.update(webhook)
          try transaction.record(.webhookChanged(id), about: webhook.subjects, by: origin, at: now)
        }
        return try transaction.removeWebhookDeliveries(to: id, limit: mostFailedAtOnce)
      }
      expected = nil
    }
    return try await store.write { transaction in
      guard let webhook = try transaction.webhook(id), try transaction.deleteWebhook(id) else { return false }
      try transaction.record(.webhookRemoved(id), about: webhook.subjects, by: origin, at: now)
      return true
    }
  }

  /// Makes a new secret. Events are signed with both secrets for a day. A secret that was replaced before is no longer valid.
  ///
  /// - Returns: the webhook and the only readable copy of its secret; nil if there is no webhook.
  package func replaceSecret(
    of id: Webhook.ID, by origin: EventOrigin
  ) async throws -> (Webhook, WebhookSecret)? {
    let now = clock.now
    let (secret, sealed) = try secrets.make(for: id)
    let changed = try await store.write { transaction -> Webhook? in
      guard var webhook = try transaction.webhook(id) else { return nil }
      webhook.previousSecret = Webhook.PreviousSecret(
        webhook.secret, endsAt: now.addingTimeInterval(Self.secretOverlap))
      webhook.secret = sealed
      try transaction.update(webhook)
      try transaction.record(.webhookSecretReplaced(id), about: webhook.subjects, by: origin, at: now)
      return webhook
    }
    return changed.map { ($0, secret) }
  }

  /// Stores a test event, which is sent to this webhook as soon as it is sealed; false if there is no webhook.
  package func test(_ id: Webhook.ID, by origin: EventOrigin) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard let webhook = try transaction.webhook(id) else { return false }
      try transaction.record(.webhookTested(id), about: webhook.subjects, by: origin, at: now)
      return true
    }
  }

  /// One part of the deliveries to a webhook, the newest event first; nil if there is no webhook.
  package func deliveries(
    to id: Webhook.ID, in state: WebhookDelivery.State? = nil, after position: Event.ID? = nil, limit: Int
  ) async throws -> [WebhookDelivery]? {
    try await store.read { snapshot in
      guard try snapshot.webhook(id) != nil else { return nil }
      return try snapshot.webhookDeliveries(to: id, in: state, after: position, limit: limit)
    }
  }

  /// Sends one event again, from the first attempt on; false if the webhook has no delivery of it.
  package func retry(
    _ event: Event.ID, to id: Webhook.ID, by origin: EventOrigin
  ) async throws -> Bool {
    let now = clock.now
    return try await store.write { transaction in
      guard let webhook = try transaction.webhook(id),
        let delivery = try transaction.webhookDelivery(of: event, to: id)
      else { return false }
      if delivery.type != EventType.webhookTested.rawValue { try webhook.requireEnabled() }
      try transaction.enqueue(
        WebhookDelivery(
          webhook: id, event: event, number: delivery.number, type: delivery.type, user: delivery.user,
          createdAt: delivery.createdAt, nextAttemptAt: now))
      try transaction.record(.webhookReplayed(id, count: 1), about: webhook.subjects, by: origin, at: now)
      return true
    }
  }

  /// Sends the events since a moment again that the webhook asks for now, the oldest first. It examines ``mostReplayed``.
  ///
  /// - Returns: the number of events, and the time from which another call continues if there are more; nil if there is no webhook.
  package func replay(
    to id: Webhook.ID, from start: Date, by origin: EventOrigin
  ) async throws -> (count: Int, next: Date?)? {
    let end = clock.now
    guard let webhook = try await self.webhook(id) else { return nil }
    try webhook.requireEnabled()
    var (count, examined, position, next) = (0, 0, Event.ID.first(at: start), Date?.none)
    while true {
      let last = position
      let events = try await store.read { try $0.events(after: last, limit: Self.batch) }.filter {
        $0.at < end
      }
      let wanted = events.filter { $0.type != EventType.webhookTested.rawValue && webhook.admits($0) }
      if !wanted.isEmpty {
        count += try await store.write { transaction in
          // It may have changed meanwhile.
          guard let webhook = try transaction.webhook(id) else { return 0 }
          try webhook.requireEnabled()
          return try transaction.enqueue(wanted.filter(webhook.admits), to: webhook, at: end)
        }
      }
      examined += events.count
      guard let last = events.last, events.count == Self.batch else { break }
      position = last.id
      if examined >= Self.mostReplayed {
        next = last.at
        break
      }
    }
    let replayed = count
    try await store.write { transaction in
      try transaction.record(
        .webhookReplayed(id, count: replayed), about: webhook.subjects, by: origin, at: end)
    }
    return (count, next)
  }
}

/// What an operator decides about a webhook.
package struct WebhookSettings: Sendable, Equatable {
  package var url: String
  package var types: [String]
  package var application: String?
  package var note: String
  package var includesClient: Bool
  package var isEnabled: Bool

  package init(
    url: String, types: [String] = [], application: String? = nil, note: String = "",
    includesClient: Bool = false, isEnabled: Bool = true
  ) {
    self.url = url
    self.types = types
    self.application = application
    self.note = note
    self.includesClient = includesClient
    self.isEnabled = isEnabled
  }

  init(_ webhook: Webhook) {
    self.init(
      url: webhook.url, types: webhook.types, application: webhook.application, note: webhook.note,
      includesClient: webhook.includesClient, isEnabled: webhook.isEnabled)
  }
}

extension StoreWriting {
  /// Sends sealed events to a webhook again.
  ///
  /// - Returns: the number of the events.
  fileprivate func enqueue(_ events: [RecordedEvent], to webhook: Webhook, at moment: Date) throws -> Int {
    let sealed = events.compactMap { event in event.seal.map { (event, $0.number) } }
    for (event, number) in sealed {
      try enqueue(
        WebhookDelivery(
          webhook: webhook.id, event: event.id, number: number, type: event.type,
          user: event.subjects.user, createdAt: event.at, nextAttemptAt: moment))
    }
    return sealed.count
  }
}

extension Webhook {
  fileprivate func requireEnabled() throws(Problem) {
    guard isEnabled else { throw Problem.wrongWebhook("The webhook is disabled. Enable it first.") }
  }

  fileprivate var subjects: EventSubjects { EventSubjects(application: application) }

  /// Refuses another version than the caller has read.
  fileprivate func require(_ expected: String?) throws(Problem) {
    guard expected == nil || expected == version else {
      throw Problem(
        status: 412, code: WireCode.changedMeanwhile,
        detail: "The webhook has changed since it was read. Read it again and repeat the change.")
    }
  }

  /// Changes with what an operator decides about the webhook.
  package var version: String {
    let settings: JSONValue = [
      "url": .string(url), "types": .strings(types), "application": .text(application),
      "description": .string(note), "include_client": .bool(includesClient), "enabled": .bool(isEnabled),
    ]
    return String(Base64URL.encode(SHA256.hash(settings.serialized())).prefix(22))
  }

  /// The webhook without its secret.
  package var json: JSONObject {
    [
      "version": .string(version),
      "id": .string(id.text), "url": .string(url), "types": .strings(types),
      "application": .text(application), "description": .string(note),
      "include_client": .bool(includesClient), "enabled": .bool(isEnabled),
      "failing_since": .time(failingSince), "previous_secret_ends_at": .time(previousSecret?.endsAt),
      "created_by": .string(createdBy), "created_at": .time(createdAt),
    ]
  }
}

extension WebhookDelivery {
  package var json: JSONObject {
    [
      "event_id": .string(event.text), "type": .string(type), "state": .string(state.rawValue),
      "attempts": .integer(attempts), "created_at": .time(createdAt),
      "next_attempt_at": .time(state == .waiting ? nextAttemptAt : nil),
      "status": outcome?.status.map { JSONValue.integer(Int64($0)) } ?? .null,
      "code": .text(outcome?.note.code),
      "answer": .text(outcome?.note.detail), "ended_at": .time(endedAt),
    ]
  }
}
