/// Waits for something that may not listen to being called off, and stops waiting when the caller is, or when it
/// has waited long enough.
///
/// The way to the server is the app's to choose. One that goes on regardless must not keep a sign-out waiting.
///
/// - Parameters:
///   - patience: how long it is waited for; nil for as long as it takes.
///   - sleep: what waits for that long.
///   - work: what is waited for.
/// - Returns: what the work answers.
/// - Throws: `CancellationError` also when it took too long, and what the work throws.
func abandonable<Result: Sendable>(
  for patience: Duration? = nil,
  by sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
  _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  let (outcome, continuation) = AsyncThrowingStream<Result, any Error>.makeStream()
  let task = Task {
    do {
      continuation.yield(try await work())
      continuation.finish()
    } catch {
      continuation.finish(throwing: error)
    }
  }
  let alarm = patience.map { patience in
    Task {
      try await sleep(patience)
      continuation.finish()
    }
  }
  defer { alarm?.cancel() }
  // A stream ends when who waits for it is called off.
  for try await result in outcome { return result }
  task.callOff()
  throw CancellationError()
}
