import DoorwardSystem

/// The time of the last commit that has changed a row.
struct LastCommit: Sendable {
  private let time = Monitor<ContinuousClock.Instant?>(nil)

  /// A commit has changed a row.
  func note() { time.withLock { $0 = .now } }

  /// Whether a commit within the last second has changed a row.
  var isRecent: Bool { time.withLock { $0.map { $0.duration(to: .now) < .seconds(1) } ?? false } }
}
