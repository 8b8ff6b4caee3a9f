import DoorwardStore
import DoorwardSystem

/// The health of the writer, for the readiness check of the store.
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

  /// Whether the last copy of the log into the database file failed. Commits still succeed then, and the log grows
  /// until the disk is full.
  var isLogStuck: Bool { state.withLock { $0.isLogStuck } }
}
