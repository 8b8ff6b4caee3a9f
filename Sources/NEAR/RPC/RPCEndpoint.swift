internal import Encodings

/// One endpoint, asked on behalf of one call of the client, until the deadline of that call.
struct RPCEndpoint: Sendable {
  let client: NEARRPCClient
  let index: Int
  /// When the client must have answered, on its clock.
  let deadline: Duration

  /// Asks and gives back the `result`; believes nobody yet.
  func ask(_ question: RPCQuestion) async throws(RPCProblem) -> JSONObjectReader {
    let limit = min(client.timeout, deadline - client.clock.elapsed())
    guard limit > .zero else { throw failure(.timedOut, "There was no time left to ask it.") }
    let id = String(UInt64.random(in: .min ... .max), radix: 36)
    let (post, url, body) = (client.transport.post, client.endpoints[index], question.body(id: id))
    let seconds = limit / .seconds(1)
    switch await withTimeLimit(limit, clock: client.clock, { try await post(url, body, seconds) }) {
    case .finished((let status, let body)):
      return try RPCAnswer(question: question, id: id, endpoint: index, status: status, body: body).result()
    case .failed(let error):
      // Any other error may quote the URL, where providers put keys.
      let reason = (error as? any CodedError).map { ": \($0.reason)" } ?? "."
      throw failure(.transportFailed, "It could not be reached\(reason)")
    case .timedOut: throw failure(.timedOut, "It did not answer in time.")
    case .cancelled: throw .cancelled
    }
  }

  /// Asks for a value.
  func ask<Value>(
    _ question: RPCQuestion, _ read: (JSONObjectReader) throws -> Value
  ) async throws(RPCProblem) -> Value {
    let result = try await ask(question)
    do {
      return try read(result)
    } catch {
      let reason = (error as? any CodedError)?.reason ?? "It is not of the form expected."
      throw failure(.malformedAnswer, "Its answer is not as expected: \(reason)")
    }
  }

  /// Asks for a view of the final state, of an endpoint on the right chain, read from a recent block.
  func view<View: NEARStateView>(_ question: RPCQuestion) async throws(RPCProblem) -> View {
    let head = try await vet()
    let view: View
    do throws(RPCProblem) {
      view = try await ask(question) { try View(reading: $0) }
    } catch {
      // That an account or key is unknown must be as fresh as that it is known.
      if case .chain(_, .some(let block)) = error { try await checkAge(of: block, head: head) }
      throw error
    }
    try await checkAge(of: view.block, head: head)
    return view
  }

  /// Asks for a block, of an endpoint on the right chain; the final one must be recent.
  func block(_ selector: NEARBlockSelector) async throws(RPCProblem) -> NEARBlockView {
    try await vet()
    let view = try await ask(.block(selector)) { try NEARBlockView(reading: $0) }
    switch selector {
    case .final:
      if let stale = staleness(view.timestamp) { throw stale }
    case .height(view.block.height), .hash(view.block.hash): break
    case .height, .hash: throw failure(.malformedAnswer, "It answered another block.")
    }
    return view
  }

  func failure(_ code: NEARRPCFailure.Code, _ reason: String) -> RPCProblem {
    .endpoint(NEARRPCFailure(endpoint: index, code: code, reason: reason))
  }
}
