import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Work for one of several receivers: the events for webhooks, and the logout tokens for clients.
protocol ReceiverWork: Sendable {
  associatedtype Receiver: Hashable & Sendable
  var receiver: Receiver { get }
}

/// Work with the right to perform it.
struct ClaimedWork<Work: ReceiverWork>: Sendable {
  let work: Work
  let claim: DeliveryClaim.ID
}

/// Claims the work for receivers in the store and performs it, a little for each at the same time, so that a slow one does not
/// delay the others.
///
/// Several loops, of one or of several processes, may share a store. Work has a lease while it is performed.
final class ReceiverLoop<Work: ReceiverWork>: Sendable {
  /// The most work for a receiver at the same time.
  private let mostPerReceiver = 4

  private let store: any Store
  private let clock: WallClock
  private let random: RandomSource
  private let loop: DeliveryLoop<ClaimedWork<Work>>
  private let lease: TimeInterval
  private let storeFailures: FailureReport
  private let active = Monitor<[Work.Receiver: Int]>([:])
  private let task = Monitor<Task<Void, Never>?>(nil)

  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the clock.
  ///   - random: the source of the ids of claims.
  ///   - concurrency: the most work at a time.
  ///   - interval: the time between two reads of the store.
  ///   - longestTime: the longest time that a piece of work takes.
  ///   - reportStoreFailure: reports that the store cannot be read or written.
  init(
    store: any Store, clock: WallClock, random: RandomSource, concurrency: Int, interval: Duration,
    longestTime: Duration, reportStoreFailure: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    loop = DeliveryLoop(concurrency: concurrency, interval: interval)
    lease = longestTime / .seconds(1) + 30
    storeFailures = FailureReport(report: reportStoreFailure)
  }

  /// Reads the receivers with due work.
  typealias Due = @Sendable (_ now: Date) async throws -> [Work.Receiver]
  /// Claims at most `limit` pieces of due work for a receiver.
  typealias Claim =
    @Sendable (
      _ transaction: any StoreWriting, _ receiver: Work.Receiver, _ now: Date, _ claim: DeliveryClaim,
      _ limit: Int
    ) throws -> [Work]

  /// Performs work until ``stop()``. Work whose performance throws is claimed again after its lease.
  func start(
    due: @escaping Due, claim: @escaping Claim,
    perform: @escaping @Sendable (ClaimedWork<Work>) async throws -> Void
  ) {
    let running = Task {
      await loop.run(
        claim: { await self.claim($0, due, claim) }, perform: { await self.perform($0, perform) })
    }
    task.withLock { $0 = running }
  }

  /// Starts no more work, and waits for the work in progress.
  func stop() async {
    loop.finish()
    await task.withLock { $0 }?.value
  }

  private func claim(_ free: Int, _ due: Due, _ claim: @escaping Claim) async -> [ClaimedWork<Work>] {
    do {
      let now = clock.now
      let receivers = try await due(now)
      let open = active.withLock { active in
        receivers.compactMap { receiver -> (receiver: Work.Receiver, slots: Int)? in
          let slots = mostPerReceiver - (active[receiver] ?? 0)
          return slots > 0 ? (receiver, slots) : nil
        }
      }.sorted { $0.slots > $1.slots }
      guard !open.isEmpty else {
        storeFailures.succeeded()
        return []
      }
      let right = DeliveryClaim(
        id: try DeliveryClaim.ID(at: now, random: random), until: now.addingTimeInterval(lease))
      let claimed = try await store.write { transaction in
        var claimed: [Work] = []
        for (receiver, slots) in open where claimed.count < free {
          claimed += try claim(transaction, receiver, now, right, min(slots, free - claimed.count))
        }
        return claimed
      }
      active.withLock { active in
        for work in claimed { active[work.receiver, default: 0] += 1 }
      }
      storeFailures.succeeded()
      return claimed.map { ClaimedWork(work: $0, claim: right.id) }
    } catch {
      storeFailures.failed()
      return []
    }
  }

  private func perform(
    _ claimed: ClaimedWork<Work>, _ perform: @Sendable (ClaimedWork<Work>) async throws -> Void
  ) async {
    let receiver = claimed.work.receiver
    defer {
      active.withLock { active in
        let left = (active[receiver] ?? 0) - 1
        active[receiver] = left > 0 ? left : nil
      }
    }
    do {
      try await perform(claimed)
      storeFailures.succeeded()
    } catch {
      storeFailures.failed()
    }
  }
}

extension RetrySchedule {
  /// The result of a failed attempt, if there is one more attempt after each pause.
  func result(after attempts: Int64, until expiry: Date, at now: Date, _ random: RandomSource)
    -> WebhookResult
  {
    guard attempts <= Int64(pauses.count) else { return .failed }
    let chance = Double((try? random.bytes(1))?.first ?? 128) / 255
    let next = next(after: attempts, now: now, expiry: expiry, chance: chance)
    return next.map { .postponed(until: $0) } ?? .failed
  }
}
