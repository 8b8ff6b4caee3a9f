/// Waits for an operation that may ignore cancellation, and stops waiting if the caller is cancelled or the time is up.
///
/// The app chooses the transport. A transport that ignores cancellation must not delay a sign-out.
///
/// - Parameters:
///   - limit: The longest wait; nil for as long as the operation takes.
///   - sleep: Waits for that time.
///   - operation: The operation. It is cancelled when the wait ends.
/// - Returns: The result of the operation.
/// - Throws: `CancellationError`, also if the time is up, and what the operation throws.
func withTimeout<Result: Sendable>(
  _ limit: Duration? = nil,
  by sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
  _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  let (outcome, continuation) = AsyncThrowingStream<Result, any Error>.makeStream()
  let task = Task {
    do {
      continuation.yield(try await operation())
      continuation.finish()
    } catch {
      continuation.finish(throwing: error)
    }
  }
  let alarm = limit.map { limit in
    Task {
      try await sleep(limit)
      continuation.finish()
    }
  }
  defer { alarm?.cancel() }
  // The stream ends when the caller is cancelled.
  for try await result in outcome { return result }
  task.cancelInBackground()
  throw CancellationError()
}
