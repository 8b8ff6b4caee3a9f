internal import Foundation

/// How far a sign-in with Ethereum is, for whoever follows it.
// Unchecked: `following` is touched under the lock alone.
final class SiweFlow: @unchecked Sendable {
  private let broadcast = StateBroadcast(SiweFlowState.initial)
  private let lock = NSLock()
  private var following: OwnedTask?

  func move(to state: SiweFlowState) { broadcast.send(state) }

  var states: AsyncStream<SiweFlowState> { broadcast.states() }

  /// Tells one listener, in place of the one before: the state there is, and each that follows.
  func follow(_ callback: @escaping @Sendable (SiweFlowState) -> Void) {
    let states = states
    let task = OwnedTask(Task { for await state in states { callback(state) } })
    lock.withLock { following = task }
  }
}
