import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore
import DoorwardSystem

/// A transaction that may share a transaction of the database with others.
struct BatchedWrite: Sendable {
  /// Tells the caller the result.
  typealias Report = @Sendable () -> Void

  /// The reads that the transaction will probably need.
  let prefetching: Prefetching
  /// The bytes that identify the user before the result is known.
  var subject: [UInt8] {
    prefetching.queries.user?.values.flatMap { value -> [UInt8] in
      switch value {
      case .text(let text): [UInt8](text.utf8) + [0]
      case .blob(let bytes): bytes
      case .integer, .null: []
      }
    } ?? []
  }
  /// The latest time at which the transaction may start. After it, the client has probably given up.
  let deadline: MonotonicTime
  /// Runs the body, and returns the report to make after the commit.
  ///
  /// - Throws: the error of the body, if the body has changed something before.
  let runInBatch: @Sendable (PostgreSQLTransaction) throws -> Report
  /// Runs the transaction alone, until it succeeds or cannot, and reports the result.
  let runAlone: @Sendable (PooledConnection) -> Void
  /// Reports a failure.
  let fail: @Sendable (StoreError) -> Void

  init<Value: Sendable>(
    _ prefetching: Prefetching, deadline: MonotonicTime, repetition: Repetition,
    caller: CheckedContinuation<Value, any Error>,
    _ body: @escaping @Sendable (any StoreWriting) throws -> Value
  ) {
    self.prefetching = prefetching
    self.deadline = deadline
    runInBatch = { transaction in
      do {
        let value = try body(transaction)
        return { caller.resume(returning: value) }
      } catch {
        guard !transaction.hasChanged else { throw error }
        return { caller.resume(throwing: StoreError.explaining(error)) }
      }
    }
    runAlone = { pooled in
      caller.resume(on: pooled, before: deadline) {
        try repetition.write(on: pooled, .snapshot, prefetching: prefetching, body)
      }
    }
    fail = { error in caller.resume(throwing: error) }
  }
}
