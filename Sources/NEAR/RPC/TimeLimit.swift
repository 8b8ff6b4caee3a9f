/// How work under a time limit ended.
enum TimedOutcome<Value: Sendable>: Sendable {
  case finished(Value)
  case failed(any Error)
  case timedOut
  case cancelled
}

/// Runs work for at most so long.
///
/// Work that ignores its cancellation is left behind, not waited for: a task group would wait, and one
/// transport that never answers would hang every sign-in. So the work and the timer are tasks of their
/// own and the stream takes whichever speaks first; `next()` returns at once when this task is cancelled.
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
    // A sleep that cannot go on ends the work too: a limit that is lost would be none.
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
