#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Remembers for a while of which sessions something was tried, so that what fails is not tried at every
/// request.
struct RecentAttempts: Sendable {
  /// How many are remembered; what is forgotten is tried again.
  private static let capacity = 10_000

  /// How long an attempt is remembered, in seconds.
  let interval: TimeInterval
  private var moments: [Session.ID: Date] = [:]

  init(interval: TimeInterval) { self.interval = interval }

  func contains(_ id: Session.ID, at now: Date) -> Bool { moments[id].map { isRecent($0, at: now) } ?? false }

  mutating func insert(_ id: Session.ID, at now: Date) {
    if moments.count >= Self.capacity { moments = moments.filter { isRecent($0.value, at: now) } }
    if moments.count >= Self.capacity { moments = [:] }
    moments[id] = now
  }

  mutating func remove(_ id: Session.ID) { moments[id] = nil }

  /// A clock that was set back must not make the interval longer.
  private func isRecent(_ moment: Date, at now: Date) -> Bool {
    (0..<interval).contains(now.timeIntervalSince(moment))
  }
}
