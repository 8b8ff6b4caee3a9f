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

  /// Moves the time, and ends the waits that are over by then.
  public func advance(by duration: Duration) {
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    let woken = lock.withLock {
      time.addTimeInterval(seconds)
      let due = sleepers.filter { $0.value.until <= time }
      for sleeper in due.keys { sleepers[sleeper] = nil }
      return due.values.map(\.wake)
    }
    for wake in woken { wake.finish() }
  }

  /// It, as a configuration takes it.
  public var clock: DoorwardClock {
    DoorwardClock(now: { self.now }, sleep: { try await self.sleep($0) })
  }

  private func sleep(_ duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration >= .seconds(5) else { return await Task.yield() }
    let id = UUID()
    let (waking, wake) = AsyncStream<Void>.makeStream()
    lock.withLock {
      sleepers[id] = (time.addingTimeInterval(Double(duration.components.seconds)), wake)
    }
    defer { lock.withLock { sleepers[id] = nil } }
    // A stream ends when it is finished, and when who waits for it is called off.
    for await _ in waking {}
    try Task.checkCancellation()
  }
}
