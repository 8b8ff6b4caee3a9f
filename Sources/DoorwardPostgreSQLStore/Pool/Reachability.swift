import DoorwardStore
import DoorwardThreads

/// Limits the attempts to connect while the database is away.
///
/// One attempt runs at a time, with growing pauses. Meanwhile all other calls fail at once, so that no caller waits for a
/// database that does not answer. The longest pause is short, so that calls succeed soon after the database has returned.
final class Reachability: Sendable {
  private struct State: Sendable {
    var failures = 0
    /// The reason of the last failure; nil if the last attempt has succeeded.
    var error: StoreError?
    var nextAttempt = MonotonicTime(nanoseconds: 0)
    var isAttempting = false
  }

  private let state = Monitor(State())

  /// Connects, unless the database is known to be away.
  func attempt<Connection>(_ connect: () throws(StoreError) -> Connection) throws(StoreError) -> Connection {
    let refusal: StoreError? = state.withLock { state in
      guard let error = state.error else { return nil }
      guard !state.isAttempting, state.nextAttempt <= .now else { return error }
      state.isAttempting = true
      return nil
    }
    if let refusal { throw refusal }
    do throws(StoreError) {
      let connection = try connect()
      state.withLock { $0 = State() }
      return connection
    } catch {
      state.withLock { state in
        // 25 ms to 400 ms.
        let pause = 25 << min(state.failures, 4)
        state.failures += 1
        state.error = error
        state.nextAttempt = MonotonicTime.now.advanced(by: .milliseconds(pause))
        state.isAttempting = false
      }
      throw error
    }
  }
}
