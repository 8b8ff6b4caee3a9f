/// The result of querying several endpoints.
struct RPCConsensus<Value: Sendable>: Sendable {
  /// The answer on which enough endpoints agreed.
  var agreed: Value?
  /// The number of endpoints that answered.
  var answers = 0
  /// The failures of the other endpoints.
  var failures: [NEARRPCFailure] = []
}

extension NEARRPCClient {
  /// Queries endpoints in order until the required number of endpoints agree.
  ///
  /// - Parameters:
  ///   - agreement: The required number of endpoints.
  ///   - sameness: The part of an answer that must be equal in two answers that agree.
  ///   - operation: The query for one endpoint. A chain error may be a value here.
  /// - Returns: The agreed answer, or else the failures.
  /// - Throws: A chain error, or `CancellationError`.
  func query<Value, Sameness: Hashable>(
    agreement: Int, by sameness: (Value) -> Sameness,
    _ operation: (RPCEndpoint) async throws(RPCProblem) -> Value
  ) async throws -> RPCConsensus<Value> {
    let start = clock.elapsed()
    var consensus = RPCConsensus<Value>()
    var counts: [Sameness: Int] = [:]
    for index in await history.order(of: endpoints.count, demotingFailuresSince: start - Self.demotionPeriod)
    {
      try Task.checkCancellation()
      do throws(RPCProblem) {
        let value = try await operation(RPCEndpoint(client: self, index: index, deadline: start + deadline))
        await history.answered(index)
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
          if failure.isOfEndpoint { await history.failed(index, at: clock.elapsed()) }
          onFailure(failure)
        case .chain(let refusal, _): throw refusal
        case .cancelled: throw CancellationError()
        }
      }
    }
    return consensus
  }

  /// The answer of the first endpoint that answers.
  func firstAnswer<Value: Sendable>(
    _ operation: (RPCEndpoint) async throws(RPCProblem) -> Value
  ) async throws -> Value {
    let consensus = try await query(agreement: 1, by: { _ in 0 }, operation)
    guard let value = consensus.agreed else { throw NEARError.rpcUnavailable(consensus.failures) }
    return value
  }
}

extension NEARRPCFailure {
  /// Whether the next request will probably fail too. Otherwise the failure concerns only this request.
  fileprivate var isOfEndpoint: Bool {
    code != .nodeError && code != .unknownBlock && code != .unknownTransaction
  }
}
