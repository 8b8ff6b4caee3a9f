public import Encodings

/// The reason why one endpoint could not answer. An error of the chain is not a failure.
///
/// After a failure, the client queries the next endpoint. ``NEARRPCClient/onFailure`` receives each failure.
public struct NEARRPCFailure: CodedError {
  /// The index of the endpoint, counted from 0 in the configured order. The URL is not included, because
  /// providers put keys into it.
  public var endpoint: Int
  /// The kind of failure.
  public var code: Code
  /// The reason as a sentence for the operator.
  public var reason: String

  /// Creates a failure.
  public init(endpoint: Int, code: Code, reason: String) {
    self.endpoint = endpoint
    self.code = code
    self.reason = reason
  }

  public var description: String { "endpoint \(endpoint + 1): \(code.rawValue): \(reason)" }
}

extension NEARRPCFailure {
  /// The kind of failure. The set of kinds is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the kind.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    // MARK: No answer

    /// The transport threw an error: no connection, an unknown host, or an invalid certificate.
    public static let transportFailed = Code(rawValue: "transport_failed")
    /// The time limit passed without an answer.
    public static let timedOut = Code(rawValue: "timed_out")
    /// An HTTP status without a JSON-RPC answer, for example from a proxy or a rate limit.
    public static let httpStatus = Code(rawValue: "http_status")

    /// The endpoint answered one of several requests and failed at the next.
    public static let incompleteAnswer = Code(rawValue: "incomplete_answer")

    // MARK: Unacceptable answers

    /// The body does not have the expected format.
    public static let malformedAnswer = Code(rawValue: "malformed_answer")
    /// The answer is to another request.
    public static let wrongID = Code(rawValue: "wrong_id")
    /// The endpoint serves another network.
    public static let wrongChain = Code(rawValue: "wrong_chain")
    /// The endpoint serves a chain with another genesis block.
    public static let wrongGenesis = Code(rawValue: "wrong_genesis")
    /// The node is synchronizing.
    public static let syncing = Code(rawValue: "syncing")
    /// The block of the answer is older than the client accepts, or in the future.
    public static let staleBlock = Code(rawValue: "stale_block")

    // MARK: Node errors

    /// The node answered with an error that contains no information about the chain.
    public static let nodeError = Code(rawValue: "node_error")
    /// The node does not have the block. Another node may have it.
    public static let unknownBlock = Code(rawValue: "unknown_block")
    /// The node does not have the transaction. Another node may have it.
    public static let unknownTransaction = Code(rawValue: "unknown_transaction")
  }

  /// Whether no JSON-RPC server was reached, as without a network connection.
  var isUnreachable: Bool { code == .transportFailed || code == .timedOut || code == .httpStatus }
}

/// The reason why a request has no result.
enum RPCProblem: Error {
  /// The error of the chain, with its block if the node named one.
  case chain(NEARError, at: NEARBlockReference?)
  /// The endpoint failed.
  case endpoint(NEARRPCFailure)
  /// The task was cancelled.
  case cancelled
}
