/// What came of asking endpoint after endpoint.
struct RPCConsensus<Value: Sendable>: Sendable {
  /// The answer that enough endpoints gave.
  var agreed: Value?
  /// How many endpoints gave any answer.
  var answers = 0
  /// Why the others did not.
  var failures: [NEARRPCFailure] = []
}

extension NEARRPCClient {
  /// Asks endpoints in order until as many as required gave the same answer.
  ///
  /// - Parameters:
  ///   - agreement: How many.
  ///   - sameness: What of two answers must be equal for them to be the same.
  ///   - question: What to ask of an endpoint. An answer of the chain may be a value here.
  /// - Returns: The answer, or nil and what there was instead.
  /// - Throws: An answer of the chain that was thrown, or `CancellationError`.
  func ask<Value, Sameness: Hashable>(
    agreement: Int, by sameness: (Value) -> Sameness,
    _ question: (RPCEndpoint) async throws(RPCProblem) -> Value
  ) async throws -> RPCConsensus<Value> {
    let start = clock.elapsed()
    var consensus = RPCConsensus<Value>()
    var counts: [Sameness: Int] = [:]
    for index in await book.order(of: endpoints.count, restingSince: start - Self.rest) {
      try Task.checkCancellation()
      do throws(RPCProblem) {
        let value = try await question(RPCEndpoint(client: self, index: index, deadline: start + deadline))
        await book.answered(index)
        consensus.answers += 1
        counts[sameness(value), default: 0] += 1
        if counts[sameness(value), default: 0] >= agreement {
          consensus.agreed = value
          return consensus
        }
      } catch {
        switch error {
        case .endpoint(let failure):
          consensus.failures.append(failure)
          if failure.isOfEndpoint { await book.failed(index, at: clock.elapsed()) }
          onFailure(failure)
        case .chain(let refusal, _): throw refusal
        case .cancelled: throw CancellationError()
        }
      }
    }
    return consensus
  }

  /// The answer of the first endpoint that has one.
  func firstAnswer<Value: Sendable>(
    _ question: (RPCEndpoint) async throws(RPCProblem) -> Value
  ) async throws -> Value {
    let consensus = try await ask(agreement: 1, by: { _ in 0 }, question)
    guard let value = consensus.agreed else { throw NEARError.rpcUnavailable(consensus.failures) }
    return value
  }
}

extension NEARRPCFailure {
  /// Whether the next question will likely fare no better; else it was this question's fault.
  fileprivate var isOfEndpoint: Bool {
    code != .nodeError && code != .unknownBlock && code != .unknownTransaction
  }
}
