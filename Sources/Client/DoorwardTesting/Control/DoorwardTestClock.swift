public import Doorward
public import Foundation

/// A clock that stands still until a test moves it.
///
/// A wait of less than five seconds, which is a pause between two attempts, ends at once. A longer wait ends when the
/// test has moved the clock that far.
public final class DoorwardTestClock: @unchecked Sendable {
  // Unchecked: all mutable state is accessed under the lock.
  private let lock = NSLock()
  private var time: Date
  private var sleepers: [UUID: (until: Date, wake: AsyncStream<Void>.Continuation)] = [:]

  /// Makes a clock that shows a time, in whole seconds.
  public init(_ start: Date = Date()) {
    time = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
  }

  /// The time that the clock shows.
  public var now: Date { lock.withLock { time } }

  /// The number of waits that end only when the clock is moved.
  package var waits: Int { lock.withLock { sleepers.count } }

  /// Moves the clock and ends the waits whose time has passed.
  public func advance(by duration: Duration) {
    let woken = lock.withLock {
      time.addTimeInterval(duration / .seconds(1))
      let due = sleepers.filter { $0.value.until <= time }
      for sleeper in due.keys { sleepers[sleeper] = nil }
      return due.values.map(\.wake)
    }
    for wake in woken { wake.finish() }
  }

  /// The clock for a configuration.
  public var clock: DoorwardClock {
    DoorwardClock(
      now: { self.now }, elapsed: { .seconds(self.now.timeIntervalSince1970) },
      sleep: { try await self.sleep($0) })
  }

  private func sleep(_ duration: Duration) async throws {
    try Task.checkCancellation()
    // A millisecond, not zero: a loop that waits while the clock stands still must not keep a processor busy.
    guard duration >= .seconds(5) else { return try await Task.sleep(for: .milliseconds(1)) }
    let id = UUID()
    let (waking, wake) = AsyncStream<Void>.makeStream()
    lock.withLock { sleepers[id] = (time.addingTimeInterval(duration / .seconds(1)), wake) }
    defer { lock.withLock { sleepers[id] = nil } }
    // The stream ends when it is finished and when the waiting task is cancelled.
    for await _ in waking {}
    try Task.checkCancellation()
  }
}
