import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore
import DoorwardSystem

/// Runs transactions until they succeed, cannot, or have taken too long.
struct Repetition: Sendable {
  private let turn = Monitor(false)
  private let longestTime: Duration
  private let lastCommit: LastCommit

  /// - Parameters:
  ///   - longestTime: the time after which a transaction does not run again.
  ///   - lastCommit: records the time of each commit.
  init(atMost longestTime: Duration, _ lastCommit: LastCommit) {
    self.longestTime = longestTime
    self.lastCommit = lastCommit
  }

  /// Runs a transaction that writes, on the thread of a connection.
  func write<Value>(
    on pooled: PooledConnection, _ isolation: Isolation = .serializable, prefetching: Prefetching? = nil,
    _ body: (PostgreSQLTransaction) throws -> Value
  ) throws -> Value {
    var prefetching = prefetching
    let (value, hasChangedRows) = try repeating(on: pooled) { attempts, deadline in
      // Rows of the transaction before may have changed since, so only the first attempt uses them.
      if prefetching?.carried != nil {
        defer { prefetching = prefetching?.fresh }
        do {
          return try PostgreSQLTransaction.run(
            on: pooled.ready(), isCareful: false, isolation, prefetching: prefetching, body)
        } catch TransactionFailure.unexpectedResult {}
      }
      return try inTurn(attempts.isContended, until: deadline) {
        try PostgreSQLTransaction.run(
          on: pooled.ready(), isCareful: attempts.isCareful, isolation, prefetching: prefetching?.fresh, body)
      }
    }
    if hasChangedRows { lastCommit.note() }
    return value
  }

  /// Runs a transaction that only reads, on the thread of a connection.
  func read<Value>(
    on pooled: PooledConnection, prefetching: Prefetching? = nil, _ body: (any StoreReading) throws -> Value
  ) throws -> Value {
    try repeating(on: pooled) { _, _ in
      try PostgreSQLSnapshot.run(on: pooled.ready(), prefetching: prefetching, body)
    }
  }

  private func repeating<Value>(
    on pooled: PooledConnection, _ attempt: (WriteAttempts, _ deadline: MonotonicTime) throws -> Value
  ) throws -> Value {
    let deadline = MonotonicTime.now.advanced(by: longestTime)
    var attempts = WriteAttempts()
    while true {
      do {
        return try attempt(attempts, deadline)
      } catch let failure as TransactionFailure {
        try again(failure, &attempts, on: pooled, until: deadline)
      }
    }
  }

  private func again(
    _ failure: TransactionFailure, _ attempts: inout WriteAttempts, on pooled: PooledConnection,
    until deadline: MonotonicTime
  ) throws {
    if case .lostConnection = failure { pooled.discard() }
    switch attempts.next(after: failure) {
    case .fail(let error): throw error
    case .again(let pause):
      guard .now < deadline else { throw failure.storeError }
      guard pause > .zero else { return }
      let longest = pause.components.attoseconds / 1_000_000_000
      BackgroundThread.pause(for: .nanoseconds(Int64.random(in: 0...longest)))
    }
  }

  /// Transactions of this process that collide again and again run one after the other. Each of them then competes only with
  /// those of other processes, and with those that have just begun.
  private func inTurn<Value>(
    _ isContended: Bool, until deadline: MonotonicTime, _ body: () throws -> Value
  ) throws -> Value {
    guard isContended else { return try body() }
    let isTurn: Bool? = turn.wait(until: deadline) { isTaken in
      guard !isTaken else { return nil }
      isTaken = true
      return true
    }
    guard isTurn == true else {
      throw StoreError(.unavailable, "too many transactions changed the same rows at once: try again")
    }
    defer { turn.signal(wakingAll: false) { $0 = false } }
    return try body()
  }
}

/// The time of the last commit that has changed a row.
struct LastCommit: Sendable {
  private let time = Monitor<ContinuousClock.Instant?>(nil)

  /// A commit has changed a row.
  func note() { time.withLock { $0 = .now } }

  /// Whether a commit within the last second has changed a row.
  var isRecent: Bool { time.withLock { $0.map { $0.duration(to: .now) < .seconds(1) } ?? false } }
}
