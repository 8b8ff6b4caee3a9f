internal import Encodings

/// One endpoint, queried for one call of the client until the deadline of that call.
struct RPCEndpoint: Sendable {
  let client: NEARRPCClient
  let index: Int
  /// The time on the client's clock by which the call must end.
  let deadline: Duration

  /// Sends a request and returns the `result`. The endpoint is not validated.
  func send(_ request: RPCRequest) async throws(RPCProblem) -> JSONObjectReader {
    let limit = min(client.timeout, deadline - client.clock.elapsed())
    guard limit > .zero else { throw failure(.timedOut, "The deadline passed before it was queried.") }
    let id = String(UInt64.random(in: .min ... .max), radix: 36)
    let (post, url, body) = (client.transport.post, client.endpoints[index], request.body(id: id))
    let seconds = limit / .seconds(1)
    switch await withTimeLimit(limit, clock: client.clock, { try await post(url, body, seconds) }) {
    case .finished((let status, let body)):
      return try RPCAnswer(request: request, id: id, endpoint: index, status: status, body: body).result()
    case .failed(let error):
      // Other errors are not quoted, because they may contain the URL, into which providers put keys.
      let reason = (error as? any CodedError).map { ": \($0.reason)" } ?? "."
      throw failure(.transportFailed, "It could not be reached\(reason)")
    case .timedOut: throw failure(.timedOut, "It did not answer in time.")
    case .cancelled: throw .cancelled
    }
  }

  /// Sends a request and parses its result.
  func send<Value>(
    _ request: RPCRequest, _ read: (JSONObjectReader) throws -> Value
  ) async throws(RPCProblem) -> Value {
    let result = try await send(request)
    do {
      return try read(result)
    } catch {
      let reason = (error as? any CodedError)?.reason ?? "It has an unexpected format."
      throw failure(.malformedAnswer, "Its answer has an unexpected format: \(reason)")
    }
  }

  /// Queries the final state from a validated endpoint and checks that the block is recent.
  func view<View: NEARStateView>(_ request: RPCRequest) async throws(RPCProblem) -> View {
    let head = try await validate()
    let view: View
    do throws(RPCProblem) {
      view = try await send(request) { try View(reading: $0) }
    } catch {
      // An error about an unknown account or key must come from a recent block too.
      if case .chain(_, .some(let block)) = error { try await checkAge(of: block, head: head) }
      throw error
    }
    try await checkAge(of: view.block, head: head)
    return view
  }

  /// Queries a block from a validated endpoint. A final block must be recent.
  func block(_ selector: NEARBlockSelector) async throws(RPCProblem) -> NEARBlockView {
    try await validate()
    let view = try await send(.block(selector)) { try NEARBlockView(reading: $0) }
    switch selector {
    case .final:
      if let stale = staleness(view.timestamp) { throw stale }
    case .height(view.block.height), .hash(view.block.hash): break
    case .height, .hash: throw failure(.malformedAnswer, "It returned another block.")
    }
    return view
  }

  func failure(_ code: NEARRPCFailure.Code, _ reason: String) -> RPCProblem {
    .endpoint(NEARRPCFailure(endpoint: index, code: code, reason: reason))
  }
}

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
