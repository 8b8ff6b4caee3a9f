package import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Sends the events that wait in the store to webhooks: at least once, and in order for each user.
///
/// Several workers, of one or of several processes, may share a store. Each delivery has a lease while it is sent.
package final class WebhookWorker: Sendable {
  /// The most events that are sent to one webhook at the same time, so that a slow one does not delay the others.
  private static let mostPerWebhook = 4
  /// The time without a success after which a webhook is disabled, in seconds: 5 days.
  static let longestFailure: TimeInterval = 5 * 86_400
  /// The pauses between attempts, about three days in all. After the last one the delivery has failed.
  static let retries = RetrySchedule(
    pauses: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400])

  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let sender: WebhookSender
  private let log: @Sendable (WebhookEvent) -> Void
  private let loop: DeliveryLoop<ClaimedDelivery>
  private let lease: TimeInterval
  private let storeFailures: FailureReport
  private let active = Monitor<[Webhook.ID: Int]>([:])
  private let task = Monitor<Task<Void, Never>?>(nil)

  /// `interval` is the time between two reads of the store. `log` reports events, which contain no secret.
  package init(
    store: any Store, clock: WallClock, random: RandomSource, sender: WebhookSender,
    interval: Duration = .seconds(1), log: @escaping @Sendable (WebhookEvent) -> Void
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.sender = sender
    self.log = log
    // As many as the client sends at the same time.
    loop = DeliveryLoop(concurrency: 32, interval: interval)
    lease = sender.longestTime / .seconds(1) + 30
    storeFailures = FailureReport { log(.storeFailed) }
  }

  package func start() {
    let running = Task {
      await loop.run(claim: { await self.claim($0) }, perform: { await self.deliver($0) })
    }
    task.withLock { $0 = running }
  }

  /// Starts no more deliveries, and waits for those in progress.
  package func stop() async {
    loop.finish()
    await task.withLock { $0 }?.value
  }

  private func claim(_ free: Int) async -> [ClaimedDelivery] {
    do {
      let now = clock.now
      let due = try await store.read { snapshot in
        try snapshot.webhooks().map(\.id).filter { try snapshot.hasDueDelivery(to: $0, at: now) }
      }
      let open = active.withLock { active in
        due.compactMap { id -> (id: Webhook.ID, slots: Int)? in
          let slots = Self.mostPerWebhook - (active[id] ?? 0)
          return slots > 0 ? (id, slots) : nil
        }
      }.sorted { $0.slots > $1.slots }
      guard !open.isEmpty else {
        storeFailures.succeeded()
        return []
      }
      let claim = DeliveryClaim(
        id: try DeliveryClaim.ID(at: now, random: random), until: now.addingTimeInterval(lease))
      let deliveries = try await store.write { transaction in
        var deliveries: [WebhookDelivery] = []
        for (id, slots) in open where deliveries.count < free {
          deliveries += try transaction.claimDueDeliveries(
            to: id, at: now, claim, limit: min(slots, free - deliveries.count))
        }
        return deliveries
      }
      active.withLock { active in
        for delivery in deliveries { active[delivery.webhook, default: 0] += 1 }
      }
      storeFailures.succeeded()
      return deliveries.map { ClaimedDelivery(delivery: $0, claim: claim.id) }
    } catch {
      storeFailures.failed()
      return []
    }
  }

  private func deliver(_ claimed: ClaimedDelivery) async {
    let delivery = claimed.delivery
    defer {
      active.withLock { active in
        let left = (active[delivery.webhook] ?? 0) - 1
        active[delivery.webhook] = left > 0 ? left : nil
      }
    }
    do {
      let (webhook, event) = try await store.read { snapshot in
        (try snapshot.webhook(delivery.webhook), try snapshot.event(delivery.event))
      }
      // The webhook was removed, and its deliveries with it.
      guard let webhook else { return }
      let answer: WebhookAnswer
      if !webhook.isEnabled, delivery.type != EventType.webhookTested.rawValue {
        answer = WebhookAnswer(.unsent, .disabled)
      } else if let event {
        answer = await sender.send(event, to: webhook)
      } else {
        answer = WebhookAnswer(
          .unsent,
          WebhookOutcome(
            DeliveryNote(code: "event_removed", detail: "the time for which events are kept is over")))
      }
      try await finish(claimed, answer)
      storeFailures.succeeded()
    } catch {
      // The event is sent again after the lease.
      storeFailures.failed()
    }
  }

  private func finish(_ claimed: ClaimedDelivery, _ answer: WebhookAnswer) async throws {
    let (delivery, now) = (claimed.delivery, clock.now)
    let result = result(of: delivery, answer, at: now)
    let (isCurrent, disabled) = try await store.write { transaction in
      guard
        try transaction.finish(delivery, claim: claimed.claim, result, answer.outcome, at: now)
      else { return (false, false) }
      return (true, try transaction.note(answer, result, of: delivery.webhook, at: now))
    }
    log(isCurrent ? .attempted(delivery, result, answer.outcome) : .late(delivery))
    if disabled { log(.disabled(delivery.webhook)) }
  }

  private func result(of delivery: WebhookDelivery, _ answer: WebhookAnswer, at now: Date) -> WebhookResult {
    switch answer.judgment {
    case .accepted: return .delivered
    case .refused, .gone, .unsent: return .failed
    case .postponed:
      guard delivery.attempts <= Int64(Self.retries.pauses.count) else { return .failed }
      let chance = Double((try? random.bytes(1))?.first ?? 128) / 255
      let next = Self.retries.next(
        after: delivery.attempts, now: now, expiry: .distantFuture, chance: chance)
      return next.map { .postponed(until: $0) } ?? .failed
    }
  }
}

extension StoreWriting {
  /// Records whether a webhook works, and disables one that has failed for too long or that wants no more events.
  ///
  /// - Returns: whether it was disabled now.
  fileprivate func note(
    _ answer: WebhookAnswer, _ result: WebhookResult, of id: Webhook.ID, at now: Date
  ) throws -> Bool {
    guard answer.judgment != .unsent, var webhook = try self.webhook(id) else { return false }
    guard answer.judgment != .accepted else {
      guard webhook.failingSince != nil else { return false }
      webhook.failingSince = nil
      try update(webhook)
      return false
    }
    let since = webhook.failingSince ?? now
    let isDisabled =
      webhook.isEnabled
      && (answer.judgment == .gone || now.timeIntervalSince(since) >= WebhookWorker.longestFailure)
    // If no event waits any more, the next failure is the first one of another time.
    let isOver =
      try result == .failed && webhookDeliveries(to: id, in: .waiting, after: nil, limit: 1).isEmpty
    guard isDisabled || isOver || webhook.failingSince == nil else { return false }
    webhook.failingSince = isOver && !isDisabled ? nil : since
    if isDisabled { webhook.isEnabled = false }
    try update(webhook)
    guard isDisabled else { return false }
    try failWaitingDeliveries(to: id, .disabled, at: now, limit: mostFailedAtOnce)
    try record(.webhookDisabled(id), about: EventSubjects(), by: .system, at: now)
    return true
  }
}

/// The deliveries that one transaction ends or removes. When a webhook is disabled, others end as they become due.
package let mostFailedAtOnce = 1000

extension WebhookOutcome {
  /// The outcome of the deliveries that wait when their webhook is disabled.
  package static let disabled = WebhookOutcome(
    DeliveryNote(code: "disabled", detail: "the webhook was disabled"))
}

/// An event of the worker, for the log.
package enum WebhookEvent: Sendable {
  /// An attempt has ended, and the store has its result.
  case attempted(WebhookDelivery, WebhookResult, WebhookOutcome)
  /// An attempt has ended after its lease, or after its webhook was disabled.
  case late(WebhookDelivery)
  /// The webhook has failed for days, or wants no more events.
  case disabled(Webhook.ID)
  /// The store could not be read or written. The worker continues when the store works again.
  case storeFailed
}

/// A delivery with the right to send it.
private struct ClaimedDelivery: Sendable {
  let delivery: WebhookDelivery
  let claim: DeliveryClaim.ID
}
