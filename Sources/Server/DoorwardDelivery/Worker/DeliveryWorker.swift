package import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Delivers the messages of the outbox.
///
/// ```swift
/// let worker = try DeliveryWorker(outbox, templates, senders: [.email: mail, .sms: sms]) { logger.log($0) }
/// worker.start()
/// try await worker.enqueue(message)
/// await worker.stop()
/// ```
///
/// Several workers, of one or of several processes, may share a store. Each message has a lease while it is sent, so that
/// no other worker sends it at the same time.
package final class DeliveryWorker: Sendable {
  private let outbox: Outbox
  private let channels: [ChannelDelivery]
  private let settings: DeliverySettings
  private let sweep: MessageSweep
  private let storeFailures: FailureReport
  private let task = Monitor<Task<Void, Never>?>(nil)

  /// Makes a worker. It does nothing before ``start()``.
  ///
  /// `senders` is the sender of each channel. Messages of other channels fail. `settings` has limits and intervals.
  /// `log` reports events. They contain no address and no secret.
  ///
  /// - Throws: the errors of the random source.
  package init(
    _ outbox: Outbox, _ templates: MessageTemplates, senders: [DeliveryChannel: any MessageSender],
    settings: DeliverySettings = DeliverySettings(), log: @escaping @Sendable (DeliveryEvent) -> Void
  ) throws {
    let storeFailures = FailureReport { log(.storeFailed) }
    let attempt = DeliveryAttempt(
      outbox: outbox, templates: templates, senders: senders, retries: settings.retries)
    self.outbox = outbox
    self.settings = settings
    sweep = try MessageSweep(outbox, settings)
    self.storeFailures = storeFailures
    channels = DeliveryChannel.allCases.map { channel in
      ChannelDelivery(
        channel, outbox: outbox, attempt: attempt, lease: Self.lease(for: senders[channel]),
        settings: settings, storeFailures: storeFailures, log: log)
    }
  }

  /// The time for which a worker alone may send a message that it has claimed, in seconds.
  ///
  /// It is the longest time of the sender, and time to write to the store before and after. So it ends only if the process
  /// has ended or the machine has stopped for a while.
  package static func lease(for sender: (any MessageSender)?) -> TimeInterval {
    (sender?.longestTime ?? .zero) / .seconds(1) + 30
  }

  /// Stores a message and sends it as soon as possible. When this returns, the message survives a restart.
  ///
  /// - Throws: ``StoreError``; the errors of the seal.
  package func enqueue(_ message: OutgoingMessage) async throws {
    let row = try outbox.row(for: message)
    try await outbox.store.write { try $0.insert(row) }
    wake()
  }

  /// Reads the store soon. A caller that has inserted a row in its own transaction calls this afterwards.
  package func wake() { for channel in channels { channel.wake() } }

  /// Starts the delivery. The worker must not be started twice.
  ///
  /// - Returns: the task of the delivery. It ends after ``stop()``.
  @discardableResult
  package func start() -> Task<Void, Never> {
    let delivery = Task { await run() }
    task.withLock { $0 = delivery }
    return delivery
  }

  /// Starts no more deliveries, and waits for those in progress. Other messages stay in the store.
  ///
  /// A delivery takes at most as long as its sender's time limits. A caller that cannot wait so long cancels the task of
  /// ``start()``: the deliveries end soon, and their messages are tried again.
  package func stop() async {
    for channel in channels { channel.finish() }
    await task.withLock { $0 }?.value
  }

  private func run() async {
    let sweeping = Task { [self] in
      while !Task.isCancelled {
        await sweep.run { storeFailures.failed() }
        try? await Task.sleep(for: settings.sweepInterval)
      }
    }
    await withDiscardingTaskGroup { group in
      for channel in channels { group.addTask { await channel.run() } }
    }
    sweeping.cancel()
    await sweeping.value
  }
}
