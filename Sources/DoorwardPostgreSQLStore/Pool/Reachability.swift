package import DoorwardStore
package import DoorwardThreads

/// Limits the attempts to connect while the database is away.
///
/// One attempt runs at a time, with growing pauses. Meanwhile all other calls fail at once, so that no caller waits for a
/// database that does not answer. A call that begins at least ``longestPause`` after the database has returned connects.
package final class Reachability: Sendable {
  /// The pause after the first failure. Each further failure doubles it.
  private static let shortestPause = 25
  private static let doublings = 4
  /// The longest pause, less than a second.
  package static let longestPause = Duration.milliseconds(shortestPause << doublings)

  private struct State: Sendable {
    var failures = 0
    /// The reason of the last failure; nil if the last attempt has succeeded.
    var error: StoreError?
    var nextAttempt = MonotonicTime(nanoseconds: 0)
    var isAttempting = false
    /// The last time at which the database was found not to answer.
    var silence: MonotonicTime?
  }

  private let state = Monitor(State())
  private let now: @Sendable () -> MonotonicTime

  /// - Parameter now: the time.
  package init(now: @escaping @Sendable () -> MonotonicTime = { .now }) { self.now = now }

  /// Connects, unless the database is known to be away.
  ///
  /// - Parameter connect: opens a connection.
  /// - Returns: the connection.
  /// - Throws: the error of `connect`, or the last one if the next attempt is not due.
  package func attempt<Connection>(
    _ connect: () throws(StoreError) -> Connection
  ) throws(StoreError) -> Connection {
    let refusal: StoreError? = state.withLock { state in
      guard let error = state.error else { return nil }
      guard !state.isAttempting, state.nextAttempt <= now() else { return error }
      state.isAttempting = true
      return nil
    }
    if let refusal { throw refusal }
    do throws(StoreError) {
      let connection = try connect()
      state.withLock { $0 = State(silence: $0.silence) }
      return connection
    } catch {
      state.withLock { state in
        let pause = Self.shortestPause << min(state.failures, Self.doublings)
        state.failures += 1
        state.error = error
        state.nextAttempt = now().advanced(by: .milliseconds(pause))
        state.isAttempting = false
      }
      throw error
    }
  }

  /// Notes that the database has not answered in time. Until a connection succeeds, attempts run one at a time.
  package func noteSilence() {
    state.withLock { state in
      state.silence = now()
      guard state.error == nil else { return }
      state.error = StoreError(.unavailable, "the database does not answer: check it, and the network")
      state.nextAttempt = now()
    }
  }

  /// Whether the database was found not to answer after a time.
  package func hasBeenSilent(since time: MonotonicTime) -> Bool {
    state.withLock { state in state.silence.map { $0 >= time } ?? false }
  }
}
