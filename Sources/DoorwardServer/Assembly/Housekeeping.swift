package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Forgets, now and then, what no longer matters: spent challenges, authorization codes and device
/// authorizations past their expiry, ended sessions, anonymous users who have not been back.
package struct Housekeeping: Sendable {
  static let interval = Duration.seconds(60)
  /// How long what is over is kept, in seconds. A challenge that is forgotten can be spent again: by a process
  /// whose clock is behind, or by this one once its clock has been set back.
  static let grace: TimeInterval = 600
  /// The most rows to remove at once, so that sign-ins never wait long for it.
  static let batch = 1000

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

  /// Removes all that is over by now.
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
