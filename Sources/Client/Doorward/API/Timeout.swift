internal import Dispatch

/// Waits for an operation that may ignore cancellation. The wait ends if the caller is cancelled or the time is up.
///
/// The app chooses the transport. A transport that ignores cancellation must not delay a sign-out.
///
/// - Parameters:
///   - limit: The longest wait; nil for as long as the operation takes.
///   - sleep: Waits for that time.
///   - operation: The operation. It is cancelled when the wait ends.
/// - Returns: The result of the operation.
/// - Throws: `CancellationError`, also if the time is up, and the errors of the operation.
func withTimeout<Result: Sendable>(
  _ limit: Duration? = nil,
  by sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
  _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  let wait = BoundedWait()
  let task = Task {
    defer { wait.signal() }
    return try await operation()
  }
  try await wait.end(within: limit, by: sleep) { task.cancel() }
  return try await task.value
}

/// The wait for a signal. It does not depend on the type of an operation's result, so that it is compiled once.
private struct BoundedWait {
  private let signals: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (signals, continuation) = AsyncStream<Void>.makeStream() }

  /// Ends the wait.
  func signal() { continuation.yield() }

  /// Waits for the signal.
  ///
  /// - Throws: `CancellationError` if the caller is cancelled or the time is up. Then it cancels the operation.
  func end(
    within limit: Duration?, by sleep: @escaping @Sendable (Duration) async throws -> Void,
    cancelling cancel: @escaping @Sendable () -> Void
  ) async throws {
    let alarm = limit.map { limit in
      Task {
        try await sleep(limit)
        continuation.finish()
      }
    }
    defer { alarm?.cancel() }
    // The stream ends when the caller is cancelled.
    for await _ in signals { return }
    cancelInBackground(cancel)
    throw CancellationError()
  }
}

/// Cancels a task that runs code of the app, without waiting for its cancellation handlers.
///
/// A handler runs on the thread that cancels, and may be slow. On Linux the handler of `URLSession.data(for:)` may
/// never end: it waits for the session, which may wait to resume this task.
func cancelInBackground(_ cancel: @escaping @Sendable () -> Void) {
  // A separate queue has its own thread, even if every thread of the tasks waits.
  DispatchQueue(label: "Doorward cancellation").async(execute: cancel)
}
