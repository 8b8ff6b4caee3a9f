package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Removes rows that no longer matter, once a minute: spent challenges, authorization codes and device authorizations that
/// have expired, ended sessions, and anonymous users who have not returned.
package struct Housekeeping: Sendable {
  static let interval = Duration.seconds(60)
  /// How long rows are kept after they are over, in seconds. A spent challenge that is removed too early could be spent
  /// again, by a process whose clock is behind or after the clock of this machine was set back.
  static let grace: TimeInterval = 600
  /// The most rows that one transaction removes. Requests that wait for the writer run between two transactions.
  static let batch = 100

  let store: any Store
  let clock: WallClock
  let logger: Logger
  /// How long an anonymous user is kept after their last session, in seconds.
  let anonymousUserLifetime: Int64

  package init(store: any Store, clock: WallClock, logger: Logger, anonymousUserLifetime: Int64) {
    self.store = store
    self.clock = clock
    self.logger = logger
    self.anonymousUserLifetime = anonymousUserLifetime
  }

  func start() -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        await sweep()
        try? await Task.sleep(for: Self.interval)
      }
    }
  }

  /// Removes everything that is over now.
  package func sweep() async {
    do {
      let now = clock.now
      let over = now.addingTimeInterval(-Self.grace)
      try await remove { try $0.purge(before: over, limit: Self.batch) }
      let left = now.addingTimeInterval(-TimeInterval(anonymousUserLifetime))
      try await remove { try $0.purgeAnonymousUsers(leftBefore: left, limit: Self.batch) }
    } catch {
      logger.log(.warning, "expired rows could not be removed")
    }
  }

  private func remove(_ batch: @escaping @Sendable (any StoreWriting) throws -> Int) async throws {
    var removed = 0
    repeat {
      removed = try await store.write(batch)
    } while removed == Self.batch && !Task.isCancelled
  }
}
