package import DoorwardStore
import DoorwardThreads

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Delivers the messages of the queue.
///
/// ```swift
/// let worker = DeliveryWorker(queue, templates, senders: [.email: mail, .sms: sms]) { logger.log($0) }
/// let delivery = worker.start()
/// try await worker.enqueue(message)
/// await worker.stop()
/// ```
///
/// Several workers, of one or of several processes, may share a store. Each message has a lease while it is sent, so that
/// no other worker sends it at the same time.
package final class DeliveryWorker: Sendable {
  private let queue: OutgoingQueue
  private let attempt: DeliveryAttempt
  private let settings: DeliverySettings
  private let log: @Sendable (DeliveryEvent) -> Void
  /// Each value is a reason to look at the store. The newest reason is enough.
  private let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let state = Monitor(State())

  private struct State {
    var sending = 0
    /// Whether the last look at the store failed. Only the first of several failures is reported.
    var storeFails = false
    var task: Task<Void, Never>?
  }

  /// Makes a worker. It does nothing before ``start()``.
  ///
  /// - Parameters:
  ///   - queue: the messages.
  ///   - templates: the words of the messages.
  ///   - senders: the sender of each channel. Messages of other channels fail.
  ///   - settings: limits and intervals.
  ///   - log: reports events. They contain no address and no secret.
  package init(
    _ queue: OutgoingQueue, _ templates: MessageTemplates, senders: [DeliveryChannel: any MessageSender],
    settings: DeliverySettings = DeliverySettings(), log: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.queue = queue
    self.settings = settings
    self.log = log
    attempt = DeliveryAttempt(queue: queue, templates: templates, senders: senders, retries: settings.retries)
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Stores a message and sends it as soon as possible. When this returns, the message survives a restart.
  ///
  /// - Throws: ``StoreError``; the errors of the seal.
  package func enqueue(_ message: OutgoingMessage) async throws {
    let row = try queue.row(for: message)
    try await queue.store.write { try $0.insert(row) }
    wake()
  }

  /// Looks at the store now. A caller that has inserted a row in its own transaction calls this afterwards.
  package func wake() { signal.yield() }

  /// Starts the delivery. The worker must not be started twice.
  ///
  /// - Returns: the task of the delivery. It ends after ``stop()``.
  @discardableResult
  package func start() -> Task<Void, Never> {
    let task = Task { await run() }
    state.withLock { $0.task = task }
    return task
  }

  /// Starts no more deliveries, and waits for those in progress. Other messages stay in the store.
  ///
  /// A delivery takes at most as long as its sender's time limits. A caller that cannot wait so long cancels the task of
  /// ``start()``: the deliveries end soon, and their messages are tried again.
  package func stop() async {
    signal.finish()
    await state.withLock { $0.task }?.value
  }

  private func run() async {
    let ticking = Task { [signal, interval = settings.interval] in
      while !Task.isCancelled {
        signal.yield()
        try? await Task.sleep(for: interval)
      }
    }
    let sweeping = Task { [self] in
      while !Task.isCancelled {
        await MessageSweep(queue, settings).run { reportStoreFailure() }
        try? await Task.sleep(for: settings.sweepInterval)
      }
    }
    await withDiscardingTaskGroup { group in
      for await _ in signals {
        for delivery in await claim() {
          group.addTask { [self] in
            await deliver(delivery)
            state.withLock { $0.sending -= 1 }
            wake()
          }
        }
      }
    }
    ticking.cancel()
    sweeping.cancel()
    await ticking.value
    await sweeping.value
  }

  /// Claims as many messages as may be sent now.
  private func claim() async -> [ClaimedMessage] {
    let room = settings.concurrency - state.withLock { $0.sending }
    guard room > 0 else { return [] }
    do {
      let now = queue.clock.now
      guard try await queue.store.read({ try $0.hasDueMessage(at: now) }) else {
        state.withLock { $0.storeFails = false }
        return []
      }
      let claim = DeliveryClaim(
        id: try DeliveryClaim.ID(at: now, random: queue.random), until: now.addingTimeInterval(settings.lease)
      )
      let (rows, expired) = try await queue.store.write { transaction in
        let expired = try transaction.expireDueMessages(at: now, limit: 100)
        return (try transaction.claimDueMessages(at: now, claim, limit: room), expired)
      }
      if expired > 0 { log(.expired(count: expired)) }
      state.withLock { state in
        state.sending += rows.count
        state.storeFails = false
      }
      return rows.map { ClaimedMessage(row: $0, claim: claim) }
    } catch {
      reportStoreFailure()
      return []
    }
  }

  private func deliver(_ claimed: ClaimedMessage) async {
    let result = await attempt.run(claimed.row)
    let now = queue.clock.now
    let (id, claim) = (claimed.row.id, claimed.claim.id)
    do {
      let isCurrent = try await queue.store.write { try $0.finish(id, claim, result, at: now) }
      log(isCurrent ? .attempted(claimed.row, result) : .late(claimed.row))
    } catch {
      // The message is sent again after the lease.
      reportStoreFailure()
    }
  }

  private func reportStoreFailure() {
    let isFirst = state.withLock { state in
      defer { state.storeFails = true }
      return !state.storeFails
    }
    if isFirst { log(.storeFailed) }
  }
}

/// A message with the right to send it.
private struct ClaimedMessage: Sendable {
  let row: QueuedMessage
  let claim: DeliveryClaim
}
