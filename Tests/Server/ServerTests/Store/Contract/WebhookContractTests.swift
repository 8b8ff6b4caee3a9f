import DoorwardServer
import DoorwardStore
import Encodings
import Foundation
import Testing

@Suite("Store contract: webhooks")
struct WebhookContractTests {
  private func webhook(
    types: [String] = [], application: String? = nil, at time: Int64 = 0
  ) throws -> Webhook {
    Webhook(
      id: try Webhook.ID(at: moment(time), random: .system), url: "https://hook.example/\(awkwardText)",
      types: types, application: application, note: awkwardText, includesClient: true, secret: [1, 2],
      createdBy: "operator ö", createdAt: moment(time))
  }

  private func claim(until end: Int64) throws -> DeliveryClaim {
    DeliveryClaim(id: try DeliveryClaim.ID(at: moment(0), random: .system), until: moment(end))
  }

  /// Adds deliveries with the numbers 1, 2, … for the users of the list.
  private func deliveries(to webhook: Webhook, of users: [User.ID?]) -> [WebhookDelivery] {
    users.enumerated().map { index, user in
      let event = Event(.passwordChanged, about: EventSubjects(user: user), by: .system, at: moment(0))
      return WebhookDelivery(
        webhook: webhook.id, event: event.id, number: Int64(index + 1), type: "password.changed", user: user,
        createdAt: moment(0), nextAttemptAt: moment(0))
    }
  }

  private static let outcome = WebhookOutcome(status: 500, DeliveryNote(code: "status", detail: "ü"))

  @Test(arguments: StoreKind.allCases)
  func webhookIsStoredChangedAndRemoved(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let first = try webhook(types: ["user.", "session.started"], application: "a")
      let second = try webhook(at: 1)
      try await store.write { transaction in
        try transaction.insert(second)
        try transaction.insert(first)
      }
      #expect(try await store.read { try $0.webhooks() } == [first, second])
      var changed = first
      changed.types = []
      changed.application = nil
      changed.isEnabled = false
      changed.previousSecret = Webhook.PreviousSecret([3], endsAt: moment(5))
      changed.failingSince = moment(4)
      let (new, delivery) = (changed, deliveries(to: first, of: [nil])[0])
      try await store.write { transaction in
        try transaction.update(new)
        try transaction.enqueue(delivery)
      }
      #expect(try await store.read { try $0.webhook(first.id) } == new)
      #expect(try await store.write { try $0.deleteWebhook(first.id) })
      #expect(try await store.write { try $0.deleteWebhook(first.id) } == false)
      #expect(try await store.read { try $0.webhookDelivery(of: delivery.event, to: first.id) } == nil)
      await #expect(throws: StoreError(.missing, "")) { try await store.write { try $0.update(new) } }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func olderDeliveryOfTheUserIsClaimedFirst(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let (webhook, other) = (try webhook(), try webhook(at: 1))
      let (ada, bob) = (
        try User.ID(at: moment(0), random: .system), try User.ID(at: moment(0), random: .system)
      )
      let all = deliveries(to: webhook, of: [ada, bob, ada, nil, nil])
      let elsewhere = deliveries(to: other, of: [ada])
      let first = try claim(until: 1000)
      let claimed = try await store.write { transaction in
        for webhook in [webhook, other] { try transaction.insert(webhook) }
        for delivery in all + elsewhere { try transaction.enqueue(delivery) }
        return try transaction.claimDueDeliveries(to: webhook.id, at: moment(0), first, limit: 10)
      }
      #expect(claimed.map(\.number) == [1, 2, 4, 5] && claimed.allSatisfy { $0.attempts == 1 })
      // The second event of the user waits for the first one, also if that is postponed.
      #expect(try await store.read { try $0.hasDueDelivery(to: webhook.id, at: moment(0)) } == false)
      #expect(try await store.read { try $0.hasDueDelivery(to: other.id, at: moment(0)) })
      #expect(
        try await store.write {
          try $0.finish(
            all[0], claim: first.id, .postponed(until: moment(500)), Self.outcome, at: moment(10))
        })
      let third = try await store.read { try $0.webhookDelivery(of: all[2].event, to: webhook.id) }
      #expect(third?.state == .waiting && third?.nextAttemptAt == moment(500))
      let second = try claim(until: 2000)
      let again = try await store.write { transaction in
        try transaction.claimDueDeliveries(to: webhook.id, at: moment(500), second, limit: 10)
      }
      #expect(again.map(\.number) == [1] && again[0].outcome == Self.outcome && again[0].attempts == 2)
      // A failed delivery does not wait any more.
      #expect(
        try await store.write {
          try $0.finish(all[0], claim: second.id, .failed, Self.outcome, at: moment(600))
        })
      let next = try await store.write { [third = try claim(until: 3000)] transaction in
        try transaction.claimDueDeliveries(to: webhook.id, at: moment(600), third, limit: 10)
      }
      #expect(next.map(\.number) == [3])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func leaseEndsAndALateResultChangesNothing(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let webhook = try webhook()
      let delivery = deliveries(to: webhook, of: [nil])[0]
      let (first, second) = (try claim(until: 100), try claim(until: 1000))
      let claims = try await store.write { transaction in
        try transaction.insert(webhook)
        try transaction.enqueue(delivery)
        return try [(first, 0), (second, 50), (second, 100)].map { claim, time in
          try transaction.claimDueDeliveries(to: webhook.id, at: moment(Int64(time)), claim, limit: 1).count
        }
      }
      #expect(claims == [1, 0, 1])
      for (claim, isCurrent) in [(first, false), (second, true), (second, false)] {
        let isFinished = try await store.write {
          try $0.finish(delivery, claim: claim.id, .delivered, Self.outcome, at: moment(200))
        }
        #expect(isFinished == isCurrent)
      }
      let ended = try await store.read {
        try $0.webhookDeliveries(to: webhook.id, in: .delivered, after: nil, limit: 9)
      }
      #expect(ended.map(\.endedAt) == [moment(200)] && ended[0].outcome == Self.outcome)
      #expect(try await store.read { try $0.countOfWaitingWebhookDeliveries() } == 0)
      // A delivery that has ended begins again.
      try await store.write { try $0.enqueue(delivery) }
      let again = try await store.read { try $0.webhookDelivery(of: delivery.event, to: webhook.id) }
      #expect(again?.state == .waiting && again?.attempts == 0 && again?.endedAt == nil)
      #expect(try await store.read { try $0.countOfWaitingWebhookDeliveries() } == 1)
      try await store.write {
        try $0.failWaitingDeliveries(to: webhook.id, Self.outcome, at: moment(300), limit: 9)
      }
      let failed = try await store.read { try $0.webhookDelivery(of: delivery.event, to: webhook.id) }
      #expect(failed?.state == .failed)
      #expect(
        try await store.write { try $0.purgeWebhookDeliveries(endedBefore: moment(300), limit: 9) } == 0)
      #expect(
        try await store.write { try $0.purgeWebhookDeliveries(endedBefore: moment(301), limit: 9) } == 1)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func deliveriesAreListedInParts(_ kind: StoreKind) async throws {
    try await kind.withStore { store in
      let webhook = try webhook()
      let all = deliveries(to: webhook, of: [nil, nil, nil])
      try await store.write { transaction in
        try transaction.insert(webhook)
        for delivery in all { try transaction.enqueue(delivery) }
      }
      let first = try await store.read {
        try $0.webhookDeliveries(to: webhook.id, in: nil, after: nil, limit: 2)
      }
      #expect(first.map(\.number) == [3, 2])
      let rest = try await store.read {
        try $0.webhookDeliveries(to: webhook.id, in: .waiting, after: first[1].event, limit: 2)
      }
      #expect(rest == [all[0]])
      let none = try await store.read {
        try $0.webhookDeliveries(to: webhook.id, in: .failed, after: nil, limit: 2)
      }
      #expect(none.isEmpty)
    }
  }
}
