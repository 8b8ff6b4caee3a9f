import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore
import DoorwardThreads

/// Runs transactions until they succeed or cannot.
struct Repetition: Sendable {
  private let crowd = Monitor(false)

  /// Runs a transaction that writes, on the thread of a connection.
  func write<Value>(
    on pooled: PooledConnection, _ body: (PostgreSQLTransaction) throws -> Value
  ) throws -> Value {
    var attempts = WriteAttempts()
    while true {
      do {
        return try inTurn(attempts.isCrowded) {
          let connection = try pooled.ready()
          return try PostgreSQLTransaction.run(on: connection, isCareful: attempts.isCareful, body)
        }
      } catch let failure as TransactionFailure {
        try again(failure, &attempts, pooled)
      }
    }
  }

  /// Runs a transaction that only reads, on the thread of a connection.
  func read<Value>(
    on pooled: PooledConnection, _ body: (any StoreReading) throws -> Value
  ) throws -> Value {
    var attempts = WriteAttempts()
    while true {
      do {
        return try PostgreSQLSnapshot.run(on: try pooled.ready(), body)
      } catch let failure as TransactionFailure {
        try again(failure, &attempts, pooled)
      }
    }
  }

  private func again(
    _ failure: TransactionFailure, _ attempts: inout WriteAttempts, _ pooled: PooledConnection
  ) throws {
    if case .lostConnection = failure { pooled.discard() }
    switch attempts.next(after: failure) {
    case .fail(let error): throw error
    case .again(let pause):
      guard pause > .zero else { return }
      let longest = pause.components.attoseconds / 1_000_000_000
      BackgroundThread.pause(for: .nanoseconds(Int64.random(in: 0...longest)))
    }
  }

  /// Transactions of this process that collide again and again run one after the other. Each of them then competes only with
  /// those of other processes, and with those that have just begun.
  private func inTurn<Value>(_ isCrowded: Bool, _ body: () throws -> Value) throws -> Value {
    guard isCrowded else { return try body() }
    _ = crowd.wait { isTaken -> Void? in
      guard !isTaken else { return nil }
      isTaken = true
      return ()
    }
    defer { crowd.signal(wakingAll: false) { $0 = false } }
    return try body()
  }
}
