package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Updates the last use of a session when its cookie is used. No other code stores this use.
///
/// If a user has too many sessions, the least recently used one ends. The last use is therefore stored, with an
/// interval between two writes. While the store cannot be written, for example because the disk is full, only one
/// request of a session per interval tries and waits.
package actor SessionUse {
  /// The minimum time between two writes of a last use, and between two attempts, in seconds. A page sends many
  /// requests, and not every request needs a write.
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

  /// Updates the last use if the stored one is old enough. A failed write does not refuse the request.
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
      // The store has the new time, so the attempt no longer needs to be remembered.
      attempts.remove(session.id)
    } catch {
      logger.log(.warning, "the last use of a session could not be stored", LoggedError.members(of: error))
    }
  }

  private static func isOld(_ lastUse: Date, at now: Date) -> Bool {
    now.timeIntervalSince(lastUse) >= interval
  }
}

/// Remembers for a limited time the sessions of recent attempts, so that a failing action is not repeated at every
/// request.
package struct RecentAttempts: Sendable {
  /// The most sessions that are remembered. A forgotten session is tried again.
  private static let capacity = 10_000

  /// The time for which an attempt is remembered, in seconds.
  package let interval: TimeInterval
  private var moments: [Session.ID: Date] = [:]

  package init(interval: TimeInterval) { self.interval = interval }

  package func contains(_ id: Session.ID, at now: Date) -> Bool {
    moments[id].map { isRecent($0, at: now) } ?? false
  }

  package mutating func insert(_ id: Session.ID, at now: Date) {
    if moments.count >= Self.capacity { moments = moments.filter { isRecent($0.value, at: now) } }
    if moments.count >= Self.capacity { moments = [:] }
    moments[id] = now
  }

  package mutating func remove(_ id: Session.ID) { moments[id] = nil }

  /// A clock that was set back must not make the interval longer.
  private func isRecent(_ moment: Date, at now: Date) -> Bool {
    (0..<interval).contains(now.timeIntervalSince(moment))
  }
}
