internal import Foundation

/// Tells any number of subscribers the present state and each that follows it, none left out.
///
/// A lock and no actor: what is said must be heard in the order it is said in, and an actor does the work of
/// whoever is more urgent first.
// Unchecked: `state`, `subscribers` and `lastID` are touched under the lock alone.
final class StateBroadcast<State: Sendable & Equatable>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State
  private var subscribers: [UInt64: AsyncStream<State>.Continuation] = [:]
  private var lastID: UInt64 = 0

  init(_ state: State) { self.state = state }

  deinit { for subscriber in subscribers.values { subscriber.finish() } }

  /// The state as it is now.
  var present: State { lock.withLock { state } }

  func send(_ new: State) {
    lock.withLock {
      guard new != state else { return }
      state = new
      for subscriber in subscribers.values { subscriber.yield(new) }
    }
  }

  /// The state as it is now, and each that follows.
  func states() -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream<State>.makeStream()
    let id = lock.withLock {
      lastID += 1
      subscribers[lastID] = continuation
      continuation.yield(state)
      return lastID
    }
    // Not from here: who is being called off is held while this is told, and `send` may be about to wake them
    // with the lock in its hands.
    continuation.onTermination = { [weak self] _ in Task { self?.remove(id) } }
    return stream
  }

  private func remove(_ id: UInt64) { lock.withLock { _ = subscribers.removeValue(forKey: id) } }
}
