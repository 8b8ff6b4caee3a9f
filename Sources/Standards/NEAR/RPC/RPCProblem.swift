/// The reason why a request has no result.
enum RPCProblem: Error {
  /// The error of the chain, with its block if the node named one.
  case chain(NEARError, at: NEARBlockReference?)
  /// The endpoint failed.
  case endpoint(NEARRPCFailure)
  /// The task was cancelled.
  case cancelled
}
