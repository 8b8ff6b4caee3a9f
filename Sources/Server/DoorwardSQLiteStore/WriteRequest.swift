import DoorwardSQLite
import DoorwardStore

/// A body of a caller that waits for the writer, with the callback for the result.
struct WriteRequest: Sendable {
  /// Runs the body in the open transaction. It may be called again if that transaction was rolled back.
  let attempt: @Sendable (SQLiteTransaction) -> WriteOutcome
  /// Returns an error to the caller. Either this or the `deliver` of an outcome is called, exactly once.
  let refuse: @Sendable (any Error) -> Void

  init<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteTransaction) throws -> Value,
    answering caller: CheckedContinuation<Value, any Error>
  ) {
    attempt = { transaction in
      do {
        let value = try body(transaction)
        return WriteOutcome(isFailure: false) { caller.resume(returning: value) }
      } catch {
        return WriteOutcome(isFailure: true) { caller.resume(throwing: error) }
      }
    }
    refuse = { caller.resume(throwing: StoreError.explaining($0)) }
  }
}

/// The result of a body. The caller receives it after the transaction has ended.
struct WriteOutcome {
  /// Whether the body threw, so that its changes must be rolled back.
  let isFailure: Bool
  /// Returns the result to the caller.
  let deliver: () -> Void
}

/// A job for the writer's thread.
enum WriterJob: Sendable {
  case write(WriteRequest)
  /// A task that needs the connection outside a transaction.
  case maintain(@Sendable (SQLiteConnection) -> Void)
}
