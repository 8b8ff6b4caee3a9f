/// Why a question has no value for an answer.
enum RPCProblem: Error {
  /// The chain answered, and this is its answer; there, if the node said where.
  case chain(NEARError, at: NEARBlockReference?)
  /// This endpoint could not answer.
  case endpoint(NEARRPCFailure)
  /// The task that asked was cancelled.
  case cancelled
}
