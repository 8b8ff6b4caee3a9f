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
  private let loop: ReceiverLoop<WebhookDelivery>

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
    loop = ReceiverLoop(
      store: store, clock: clock, random: random, concurrency: 32, interval: interval,
      longestTime: sender.longestTime
    ) { log(.storeFailed) }
  }

  package func start() {
    loop.start(
      due: { [store] now in
        try await store.read { snapshot in
          try snapshot.webhooks().map(\.id).filter { try snapshot.hasDueDelivery(to: $0, at: now) }
        }
      },
      claim: { try $0.claimDueDeliveries(to: $1, at: $2, $3, limit: $4) },
      perform: { try await self.deliver($0) })
  }

  /// Starts no more deliveries, and waits for those in progress.
  package func stop() async { await loop.stop() }

  private func deliver(_ claimed: ClaimedWork<WebhookDelivery>) async throws {
    let delivery = claimed.work
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
  }

  private func finish(_ claimed: ClaimedWork<WebhookDelivery>, _ answer: WebhookAnswer) async throws {
    let (delivery, now) = (claimed.work, clock.now)
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
      return Self.retries.result(after: delivery.attempts, until: .distantFuture, at: now, random)
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

extension WebhookDelivery: ReceiverWork {
  var receiver: Webhook.ID { webhook }
}
