import DoorwardSQLite
import DoorwardStore

/// One caller's body on its way through the writer, and the way back to the caller.
struct WriteRequest: Sendable {
  /// Runs the body in the open transaction; may be called again where that transaction came to nothing.
  let attempt: @Sendable (SQLiteTransaction) -> WriteOutcome
  /// Answers the caller with an error; of this and an outcome's `deliver`, one is called, once.
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

/// What a body came to, kept from its caller until the transaction is decided.
struct WriteOutcome {
  /// Whether the body threw, so that its changes are to be undone.
  let isFailure: Bool
  /// Tells the caller.
  let deliver: () -> Void
}

/// What the writer's thread is asked to do.
enum WriterJob: Sendable {
  case write(WriteRequest)
  /// Something that needs the connection outside any transaction.
  case maintain(@Sendable (SQLiteConnection) -> Void)
}
