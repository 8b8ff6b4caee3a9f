import DoorwardSessions
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Seals the events of all processes in the order of their ids, writes the acts of the operator's commands to the log, stores the
/// refusals of this process, and removes events whose time is over.
///
/// The commands are other processes. Their standard error is read by the operator and not by the collector of the logs. The
/// process that seals an act writes its line, so each act has one line.
struct EventSealing: Sendable {
  static let interval = Duration.seconds(1)
  /// The events of one transaction. Requests wait for the writer meanwhile.
  private static let batch = 100

  let store: any Store
  let clock: WallClock
  let random: RandomSource
  let logger: Logger
  let chain: EventChain
  let refusals: RefusedActs
  let security: SecurityLog
  /// The time for which an event is kept, in seconds.
  private let lifetime: Int64

  init(
    store: any Store, clock: WallClock, random: RandomSource = .system, logger: Logger, chain: EventChain,
    refusals: RefusedActs, security: SecurityLog, lifetime: Int64
  ) {
    self.store = store
    self.clock = clock
    self.random = random
    self.logger = logger
    self.chain = chain
    self.refusals = refusals
    self.security = security
    self.lifetime = lifetime
  }

  func start() -> Task<Void, Never> {
    Task {
      var hasReported = false
      while !Task.isCancelled {
        // If the store fails, requests report it. The next round repeats this one.
        let isWhole = (try? await run()) ?? true
        if !isWhole, !hasReported {
          logger.log(.error, "the chain of events is damaged", ["remedy": "run doorward audit verify"])
        }
        hasReported = hasReported || !isWhole
        try? await Task.sleep(for: Self.interval)
      }
      _ = try? await run()
    }
  }

  /// Stores the refusals that wait, and seals all events.
  ///
  /// - Returns: whether the chain was whole.
  func run() async throws -> Bool {
    try await refusals.write(to: store, at: clock.now)
    let isWhole = try await seal()
    try await removeOldEvents()
    return isWhole
  }

  /// Removes the sealed events whose time is over. The chain keeps the place at which the rest begins.
  private func removeOldEvents() async throws {
    let end = clock.now.addingTimeInterval(-TimeInterval(lifetime))
    while try await store.read({ snapshot in
      let start = try snapshot.chainPoint(at: .start)?.number ?? 0
      return try snapshot.sealedEvents(after: start, limit: 1).first.map { $0.at < end } ?? false
    }) {
      let start = ContinuousClock.now
      let removed = try await store.write { [chain] in
        try $0.removeEvents(of: chain, before: end, limit: Lease.batch)
      }
      if removed < Lease.batch { return }
      try await Task.sleep(for: start.duration(to: .now))
    }
  }

  private func seal() async throws -> Bool {
    var isWhole = true
    while try await store.read({ try $0.hasUnsealedEvents() }) {
      let start = ContinuousClock.now
      // Two processes that seal at once change the same row, so one of them repeats its transaction.
      let sealed = try await store.writeAtRepeatableRead(prefetching: .nothing) { [chain, random] in
        try $0.sealEvents(of: chain, limit: Self.batch, random: random)
      }
      isWhole = isWhole && sealed.isWhole
      for event in sealed.events { security.write(event) }
      if sealed.events.count < Self.batch { break }
      try? await Task.sleep(for: start.duration(to: .now))
    }
    return isWhole
  }
}
