internal import Foundation

/// Sends the current state and every later state to any number of subscribers.
///
/// This is a lock and not an actor, because subscribers must receive the states in order, and an actor may reorder
/// calls by priority.
// Unchecked: `state`, `subscribers`, `lastID` and `observer` are used under the lock only.
final class StateBroadcast<State: Sendable & Equatable>: @unchecked Sendable {
  private let lock = NSLock()
  private var state: State
  private var subscribers: [UInt64: AsyncStream<State>.Continuation] = [:]
  private var lastID: UInt64 = 0
  private var observer: (@Sendable () -> Void)?

  init(_ state: State) { self.state = state }

  deinit { for subscriber in subscribers.values { subscriber.finish() } }

  /// The current state.
  var present: State { lock.withLock { state } }

  func send(_ new: State) {
    lock.withLock {
      guard new != state else { return }
      state = new
      for subscriber in subscribers.values { subscriber.yield(new) }
      observer?()
    }
  }

  /// Calls an observer after every change. The observer must not call back.
  func onChange(_ observer: @escaping @Sendable () -> Void) { lock.withLock { self.observer = observer } }

  /// The current state and every later state.
  func states() -> AsyncStream<State> {
    let (stream, continuation) = AsyncStream<State>.makeStream()
    let id = lock.withLock {
      lastID += 1
      subscribers[lastID] = continuation
      continuation.yield(state)
      return lastID
    }
    // The removal runs in its own task: the subscriber's task is locked during this call, and `send` may wait for
    // that task while it holds the lock.
    continuation.onTermination = { [weak self] _ in Task { self?.remove(id) } }
    return stream
  }

  private func remove(_ id: UInt64) { lock.withLock { _ = subscribers.removeValue(forKey: id) } }
}
