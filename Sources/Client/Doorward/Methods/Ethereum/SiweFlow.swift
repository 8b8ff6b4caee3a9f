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

/// The progress of a sign-in with Ethereum.
public enum SiweFlowState: Sendable, Equatable {
  /// No sign-in has started.
  case initial
  /// The client asks the server for a message.
  case generatingMessage
  /// The wallet is asked to sign the message.
  case awaitingSignature
  /// The server checks the signature.
  case submittingSignature
  /// The sign-in has succeeded.
  case done
  /// The sign-in has failed.
  case error
}

/// A task that is cancelled when its owner is released.
final class OwnedTask: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }
}
