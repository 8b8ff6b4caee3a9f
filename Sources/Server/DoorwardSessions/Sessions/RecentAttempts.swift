package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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
