/// The outcome of an operation with a time limit.
enum TimedOutcome<Value: Sendable>: Sendable {
  case finished(Value)
  case failed(any Error)
  case timedOut
  case cancelled
}

/// Runs an operation with a time limit.
///
/// The function does not wait for an operation that ignores its cancellation. A task group would wait for it,
/// so one unresponsive transport would block every sign-in. The operation and the timer are therefore separate
/// tasks, and the stream takes the first outcome. `next()` returns at once if the caller's task is cancelled.
func withTimeLimit<Value: Sendable>(
  _ limit: Duration, clock: NEARRPCClock, _ work: @escaping @Sendable () async throws -> Value
) async -> TimedOutcome<Value> {
  let (outcomes, first) = AsyncStream.makeStream(
    of: TimedOutcome<Value>.self, bufferingPolicy: .bufferingOldest(1))
  let worker = Task {
    do {
      first.yield(.finished(try await work()))
    } catch {
      first.yield(.failed(error))
    }
  }
  let timer = Task {
    // If the sleep fails, the time limit also applies: an operation must never run without a limit.
    try? await clock.sleep(limit)
    first.yield(.timedOut)
  }
  defer {
    worker.cancel()
    timer.cancel()
    first.finish()
  }
  var iterator = outcomes.makeAsyncIterator()
  let outcome = await iterator.next()
  return Task.isCancelled ? .cancelled : outcome ?? .cancelled
}
