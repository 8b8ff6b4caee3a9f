import DoorwardStore
import DoorwardThreads

/// What the writer knows of its own health, for whoever asks whether the store is ready.
final class WriterHealth: Sendable {
  private struct State: Sendable {
    var lastCommit: ContinuousClock.Instant?
    var isLogStuck = false
  }

  private let state = Monitor(State())

  func noteCommit() { state.withLock { $0.lastCommit = .now } }

  func noteFailure() { state.withLock { $0.lastCommit = nil } }

  func noteLog(isStuck: Bool) { state.withLock { $0.isLogStuck = isStuck } }

  /// Whether a commit succeeded within the last second, and none failed since.
  var hasCommittedLately: Bool {
    state.withLock { $0.lastCommit.map { $0.duration(to: .now) < .seconds(1) } ?? false }
  }

  /// Whether the log could not be copied into the database file when that was last tried: commits
  /// succeed, but the log grows until the disk is full.
  var isLogStuck: Bool { state.withLock { $0.isLogStuck } }
}
