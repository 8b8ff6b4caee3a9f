package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Moves a session's last use as its cookie is used, which nothing else tells the store.
///
/// The last use decides which session ends where a user has too many; so it is kept, but only now and then.
/// While it cannot be written, because the disk is full or another process has the file, one request of a
/// session in a while tries and waits for it, not every one.
package actor SessionUse {
  /// How long a last use stands before it is written again, and how long after an attempt the next one
  /// comes, in seconds: a page asks often, and the disk need not hear of each time.
  package static let interval: TimeInterval = 60

  private let store: any Store
  private let clock: WallClock
  private let logger: Logger
  private var attempts = RecentAttempts(interval: SessionUse.interval)

  package init(store: any Store, clock: WallClock, logger: Logger) {
    self.store = store
    self.clock = clock
    self.logger = logger
  }

  /// Moves the last use where it is old enough. Nobody is turned away because it could not be written.
  package func note(_ session: Session) async {
    let now = clock.now
    guard Self.isOld(session.lastUsedAt, at: now), !attempts.contains(session.id, at: now) else { return }
    attempts.insert(session.id, at: now)
    do {
      try await store.write { transaction in
        guard var held = try transaction.lockedSession(session.id), held.isLive(at: now),
          Self.isOld(held.lastUsedAt, at: now)
        else { return }
        held.lastUsedAt = now
        try transaction.updateRefresh(of: held)
      }
      // The store remembers it now.
      attempts.remove(session.id)
    } catch {
      logger.log(.warning, "the last use of a session could not be kept", LoggedError.members(of: error))
    }
  }

  private static func isOld(_ lastUse: Date, at now: Date) -> Bool {
    now.timeIntervalSince(lastUse) >= interval
  }
}
