package import DoorwardStore
package import DoorwardSystem

/// Limits the attempts to connect while the database is away.
///
/// One attempt runs at a time for each server of the list, with growing pauses. Other calls wait for a new attempt for a moment,
/// and then fail, so that no caller waits for a database that does not answer. A call that begins at least ``longestPause`` after
/// the database has returned connects, also if another server of the list does not answer.
package final class Reachability: Sendable {
  /// The pause after the first failure. Each further failure doubles it.
  private static let shortestPause = 25
  private static let doublings = 4
  /// The longest pause, less than a second.
  package static let longestPause = Duration.milliseconds(shortestPause << doublings)
  /// The time for which other calls wait for an attempt, if it has begun within the same time before.
  private static let briefTime = Duration.milliseconds(250)

  /// The attempts to connect to one server.
  private struct Attempts: Sendable {
    var failures = 0
    var next = MonotonicTime(nanoseconds: 0)
    /// The start of the attempt that runs.
    var start: MonotonicTime?
    /// The duration of the last attempt that has failed, in nanoseconds.
    var duration: UInt64 = 0

    mutating func fail(at now: MonotonicTime) {
      next = now.advanced(by: .milliseconds(shortestPause << min(failures, doublings)))
      failures += 1
      if let start { duration = now.nanoseconds - start.nanoseconds }
      start = nil
    }
  }

  private struct State: Sendable {
    /// The reason of the last failure; nil if the last attempt has succeeded.
    var error: StoreError?
    var servers: [Attempts]
    /// The last time at which the database was found not to answer.
    var silence: MonotonicTime?

    /// The server to try now. One that has refused the last attempt at once comes before one that has not answered.
    func dueServer(at now: MonotonicTime) -> Int? {
      servers.indices.filter { servers[$0].start == nil && servers[$0].next <= now }
        .min { servers[$0].duration < servers[$1].duration }
    }
  }

  private enum Step {
    /// Connect to a server; nil for the first of the list that accepts the connection.
    case connect(server: Int?)
    case fail(StoreError)
  }

  private let state: Monitor<State>
  private let now: @Sendable () -> MonotonicTime

  /// `servers` is the number of servers of the list.
  package init(servers: Int = 1, now: @escaping @Sendable () -> MonotonicTime = { .now }) {
    state = Monitor(State(servers: Array(repeating: Attempts(), count: servers)))
    self.now = now
  }

  /// Connects, unless the database is known to be away.
  ///
  /// - Parameter connect: opens a connection to one server of the list, or to the first one that accepts it.
  /// - Returns: the connection.
  /// - Throws: the error of `connect`, or the last one if the next attempt is not due.
  package func attempt<Connection>(
    _ connect: (_ server: Int?) throws(StoreError) -> Connection
  ) throws(StoreError) -> Connection {
    while true {
      let server: Int?
      switch nextStep() {
      case .connect(let due): server = due
      case .fail(let error): throw error
      }
      do throws(StoreError) {
        let connection = try connect(server)
        succeed()
        return connection
      } catch {
        fail(server, error)
        // Another server of the list may be due.
        if server == nil { throw error }
      }
    }
  }

  /// Notes that the database has not answered in time. Until a connection succeeds, attempts run one at a time.
  package func noteSilence() {
    state.withLock { state in
      state.silence = now()
      guard state.error == nil else { return }
      state.error = StoreError(.unavailable, "the database does not answer: check it, and the network")
    }
  }

  /// Whether the last attempt to connect has failed, or the database does not answer.
  package var isAway: Bool { state.withLock { $0.error != nil } }

  /// Whether the database was found not to answer after a time.
  package func hasBeenSilent(since time: MonotonicTime) -> Bool {
    state.withLock { state in state.silence.map { $0 >= time } ?? false }
  }

  /// Waits for an attempt that has just begun.
  private func nextStep() -> Step {
    let begin = now()
    let step = state.wait(until: begin.advanced(by: Self.briefTime)) { state -> Step? in
      guard let error = state.error else { return .connect(server: nil) }
      if let server = state.dueServer(at: now()) {
        state.servers[server].start = now()
        return .connect(server: server)
      }
      let isBrief = state.servers.contains { attempts in
        attempts.start.map { begin < $0.advanced(by: Self.briefTime) } ?? false
      }
      return isBrief ? nil : .fail(error)
    }
    return step ?? state.withLock { state in state.error.map(Step.fail) ?? .connect(server: nil) }
  }

  private func fail(_ server: Int?, _ error: StoreError) {
    state.signal { state in
      if let server {
        state.servers[server].fail(at: now())
        // Another server may have accepted a connection meanwhile.
        if state.error != nil { state.error = error }
      } else if state.error == nil {
        // Otherwise another call has found the failure before.
        state.error = error
        for server in state.servers.indices { state.servers[server].fail(at: now()) }
      }
    }
  }

  private func succeed() {
    state.signal { state in
      state.error = nil
      state.servers = state.servers.map { Attempts(start: $0.start) }
    }
  }
}
