internal import Foundation

/// Announces the progress of a sign-in with Ethereum.
// Unchecked: `following` is accessed under the lock.
final class SiweFlow: @unchecked Sendable {
  private let broadcast = StateBroadcast(SiweFlowState.initial)
  private let lock = NSLock()
  private var following: OwnedTask?

  func move(to state: SiweFlowState) { broadcast.send(state) }

  var states: AsyncStream<SiweFlowState> { broadcast.states() }

  /// Calls a listener with the present state and every later one, and replaces the previous listener.
  func follow(_ callback: @escaping @Sendable (SiweFlowState) -> Void) {
    let states = states
    let task = OwnedTask(Task { for await state in states { callback(state) } })
    lock.withLock { following = task }
  }
}
