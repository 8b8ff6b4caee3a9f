/// Waits for something that may not listen to being called off, and stops waiting when the caller is.
///
/// The way to the server is the app's to choose. One that goes on regardless must not keep a sign-out waiting.
///
/// - Throws: `CancellationError`, and what the work throws.
func abandonable<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws
  -> Result
{
  let (outcome, continuation) = AsyncThrowingStream<Result, any Error>.makeStream()
  let task = Task {
    do {
      continuation.yield(try await work())
      continuation.finish()
    } catch {
      continuation.finish(throwing: error)
    }
  }
  return try await withTaskCancellationHandler {
    // A stream ends when who waits for it is called off.
    for try await result in outcome { return result }
    throw CancellationError()
  } onCancel: {
    task.cancel()
  }
}
