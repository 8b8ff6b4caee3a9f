import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Delivers the messages of one channel.
///
/// Each channel has its own slots, so that a slow mail server does not delay SMS.
final class ChannelDelivery: Sendable {
  private let channel: DeliveryChannel
  private let outbox: Outbox
  private let attempt: DeliveryAttempt
  private let settings: DeliverySettings
  private let lease: TimeInterval
  private let storeFailures: FailureReport
  private let log: @Sendable (DeliveryEvent) -> Void
  private let loop: DeliveryLoop<ClaimedMessage>
  /// The code of the misconfiguration that was reported; nil if the channel works.
  private let misconfiguration = Monitor<String?>(nil)

  init(
    _ channel: DeliveryChannel, outbox: Outbox, attempt: DeliveryAttempt, lease: TimeInterval,
    settings: DeliverySettings, storeFailures: FailureReport,
    log: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.channel = channel
    self.outbox = outbox
    self.attempt = attempt
    self.settings = settings
    self.lease = lease
    self.storeFailures = storeFailures
    self.log = log
    loop = DeliveryLoop(concurrency: settings.concurrency, interval: settings.interval)
  }

  /// Reads the store soon, because a message was stored.
  func wake() { loop.wake(after: settings.pause) }

  /// Starts no more deliveries.
  func finish() { loop.finish() }

  /// Delivers messages until ``finish()``, and waits for the deliveries in progress.
  func run() async {
    await loop.run(claim: { await self.claim($0) }, perform: { await self.deliver($0) })
  }

  /// Claims as many messages as may be sent now.
  private func claim(_ free: Int) async -> [ClaimedMessage] {
    do {
      let now = outbox.clock.now
      guard try await outbox.store.read({ [channel] in try $0.hasDueMessage(on: channel, at: now) }) else {
        storeFailures.succeeded()
        return []
      }
      let claim = DeliveryClaim(
        id: try DeliveryClaim.ID(at: now, random: outbox.random), until: now.addingTimeInterval(lease))
      let (rows, expired) = try await outbox.store.write { [channel] transaction in
        let expired = try transaction.expireDueMessages(on: channel, at: now, limit: 100)
        return (try transaction.claimDueMessages(on: channel, at: now, claim, limit: free), expired)
      }
      if expired > 0 { log(.expired(channel, count: expired)) }
      storeFailures.succeeded()
      return rows.map { ClaimedMessage(row: $0, claim: claim) }
    } catch {
      storeFailures.failed()
      return []
    }
  }

  private func deliver(_ claimed: ClaimedMessage) async {
    let outcome = await attempt.run(claimed.row)
    let result = outcome.result
    let now = outbox.clock.now
    let (id, claim) = (claimed.row.id, claimed.claim.id)
    do {
      let (row, failure) = (claimed.row, result.failure)
      let isCurrent = try await outbox.store.write { transaction in
        let isCurrent = try transaction.finish(id, claim: claim, result: result, at: now)
        if isCurrent, let failure {
          try transaction.record(
            .deliveryFailed(id, kind: row.kind, row.channel, code: failure.code),
            about: EventSubjects(user: row.userID, application: row.applicationID), by: .system, at: now)
        }
        return isCurrent
      }
      log(isCurrent ? .attempted(claimed.row, result) : .late(claimed.row))
      report(outcome)
      if isCurrent, case .delivered = result { await countDelivery(at: now) }
    } catch {
      // The message is sent again after the lease.
      storeFailures.failed()
    }
  }

  /// Counts a delivered message in a transaction of its own. All messages count in one row, and a message that collides there must
  /// not be sent again.
  private func countDelivery(at now: Date) async {
    let count = EventCount(
      hour: EventHour(of: now), type: EventCount.accepted, detail: channel.rawValue, count: 1)
    do { try await outbox.store.write { try $0.add(count) } } catch { storeFailures.failed() }
  }
}

extension ChannelDelivery {
  /// Reports a misconfiguration: once, until an attempt ends in another way.
  private func report(_ outcome: DeliveryAttempt.Outcome) {
    let code = outcome.isMisconfigured ? outcome.result.note?.code : nil
    let isNew = misconfiguration.withLock { reported in
      defer { reported = code }
      return reported != code
    }
    if isNew, let code { log(.misconfigured(channel, code: code)) }
  }
}

extension DeliveryResult {
  fileprivate var note: DeliveryNote? {
    switch self {
    case .delivered(let note), .postponed(_, let note), .failed(let note), .expired(let note): note
    case .withheld: nil
    }
  }
}

/// A message with the right to send it.
private struct ClaimedMessage: Sendable {
  let row: QueuedMessage
  let claim: DeliveryClaim
}
