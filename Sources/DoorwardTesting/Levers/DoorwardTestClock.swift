public import Doorward
public import Foundation

/// A time that stands still until a test moves it.
///
/// Waits of less than five seconds, which are the pauses between two tries, are over at once. A longer wait ends
/// when the time has been moved that far.
public final class DoorwardTestClock: @unchecked Sendable {
  // Unchecked: everything that changes is touched under the lock alone.
  private let lock = NSLock()
  private var time: Date
  private var sleepers: [UUID: (until: Date, wake: AsyncStream<Void>.Continuation)] = [:]

  /// Makes a clock that shows a time, in whole seconds.
  public init(_ start: Date = Date()) {
    time = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
  }

  /// What it shows.
  public var now: Date { lock.withLock { time } }

  /// How many waits go on until it is moved.
  package var waits: Int { lock.withLock { sleepers.count } }

  /// Moves the time, and ends the waits that are over by then.
  public func advance(by duration: Duration) {
    let woken = lock.withLock {
      time.addTimeInterval(duration / .seconds(1))
      let due = sleepers.filter { $0.value.until <= time }
      for sleeper in due.keys { sleepers[sleeper] = nil }
      return due.values.map(\.wake)
    }
    for wake in woken { wake.finish() }
  }

  /// It, as a configuration takes it.
  public var clock: DoorwardClock {
    DoorwardClock(
      now: { self.now }, elapsed: { .seconds(self.now.timeIntervalSince1970) },
      sleep: { try await self.sleep($0) })
  }

  private func sleep(_ duration: Duration) async throws {
    try Task.checkCancellation()
    // Not in no time at all: what waits again and again while the time stands still would keep a processor busy.
    guard duration >= .seconds(5) else { return try await Task.sleep(for: .milliseconds(1)) }
    let id = UUID()
    let (waking, wake) = AsyncStream<Void>.makeStream()
    lock.withLock { sleepers[id] = (time.addingTimeInterval(duration / .seconds(1)), wake) }
    defer { lock.withLock { sleepers[id] = nil } }
    // A stream ends when it is finished, and when who waits for it is called off.
    for await _ in waking {}
    try Task.checkCancellation()
  }
}
