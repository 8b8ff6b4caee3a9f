package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Removes obsolete rows once a minute: expired records of spent challenges, expired authorization codes and device
/// authorizations, ended sessions, ended bans of deleted users, anonymous users without a recent session, and users whose
/// deletion is due. Also ended deliveries to webhooks, and sign-ins to clients that have expired.
///
/// One of the processes that share a store does this for all of them. If it ends, another one takes over.
package struct Housekeeping: Sendable {
  static let interval = Duration.seconds(60)
  /// The time for which obsolete rows are kept, in seconds. If a spent challenge were removed too early, it could be
  /// spent again: by a process with a slow clock, or after the clock was set back.
  static let grace: TimeInterval = 600
  /// The time for which ended deliveries to webhooks are kept, in seconds: 30 days.
  static let deliveryLifetime: TimeInterval = 30 * 86_400
  /// The time without a transaction after which another process takes over, in seconds: two sweeps.
  static let leaseLifetime: TimeInterval = 120

  let store: any Store
  let clock: WallClock
  let logger: Logger
  private let lease: Lease
  /// The time for which an anonymous user is kept after the last session, in seconds.
  private let anonymousUserLifetime: Int64
  /// The time for which a change of settings can be undone, in seconds.
  private let changeLifetime: Int64

  /// - Throws: the errors of the random source.
  package init(
    store: any Store, clock: WallClock, random: RandomSource = .system, logger: Logger,
    anonymousUserLifetime: Int64, changeLifetime: Int64 = Lifetimes().event
  ) throws {
    self.store = store
    self.clock = clock
    self.logger = logger
    lease = Lease(
      of: .housekeeping, for: try LeaseHolder.ID(at: clock.now, random: random), lifetime: Self.leaseLifetime)
    self.anonymousUserLifetime = anonymousUserLifetime
    self.changeLifetime = changeLifetime
  }

  func start() -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        await sweep()
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  /// Removes all rows that are obsolete now, unless another process does it.
  package func sweep() async {
    do {
      let now = clock.now
      let over = now.addingTimeInterval(-Self.grace)
      guard try await lease.remove(from: store, clock, { try $0.purge(before: over, limit: $1) }),
        try await lease.remove(from: store, clock, { try $0.deleteDueUsers(at: now, limit: $1) }),
        let ended = try await lease.write(to: store, at: clock.now, { try $0.banRemoval(upTo: over) }),
        try await lease.remove(from: store, clock, { try $0.purgeBans(endedBefore: ended, limit: $1) }),
        try await lease.remove(
          from: store, clock,
          {
            try $0.purgeWebhookDeliveries(
              endedBefore: now.addingTimeInterval(-Self.deliveryLifetime), limit: $1)
          }),
        try await lease.remove(
          from: store, clock, { try $0.purgeClientLogins(expiredBefore: over, limit: $1) })
      else { return }
      let left = now.addingTimeInterval(-TimeInterval(anonymousUserLifetime))
      let old = now.addingTimeInterval(-TimeInterval(changeLifetime))
      guard
        try await lease.remove(from: store, clock, { try $0.purgeSettingsChanges(before: old, limit: $1) })
      else { return }
      _ = try await lease.remove(from: store, clock) {
        try $0.purgeAnonymousUsers(leftBefore: left, limit: $1)
      }
    } catch {
      logger.log(.warning, "expired rows could not be removed")
    }
  }
}
