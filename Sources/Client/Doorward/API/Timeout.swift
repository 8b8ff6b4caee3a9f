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
  let (end, signal) = AsyncStream<Void>.makeStream()
  let task = Task {
    defer { signal.yield() }
    return try await operation()
  }
  guard await isGiven(end, within: limit, by: sleep, signal) else {
    task.cancelInBackground()
    throw CancellationError()
  }
  return try await task.value
}

/// Waits for a signal. Returns false if the caller is cancelled or the time is up.
///
/// This part of ``withTimeout(_:by:_:)`` does not depend on the type of the result, so that it is compiled once.
private func isGiven(
  _ end: AsyncStream<Void>, within limit: Duration?,
  by sleep: @escaping @Sendable (Duration) async throws -> Void,
  _ signal: AsyncStream<Void>.Continuation
) async -> Bool {
  let alarm = limit.map { limit in
    Task {
      try await sleep(limit)
      signal.finish()
    }
  }
  defer { alarm?.cancel() }
  // The stream ends when the caller is cancelled.
  for await _ in end { return true }
  return false
}

extension Task {
  /// Cancels a task that runs code of the app, without waiting for its cancellation handlers.
  ///
  /// A handler runs on the thread that cancels, and may be slow. On Linux the handler of `URLSession.data(for:)` may
  /// never end: it waits for the session, which may wait to resume this task.
  func cancelInBackground() {
    // A separate queue has its own thread, even if every thread of the tasks waits.
    DispatchQueue(label: "Doorward cancellation").async { cancel() }
  }
}
