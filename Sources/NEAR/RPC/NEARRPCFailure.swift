public import Encodings

/// Why one endpoint could not answer, as opposed to an answer of the chain.
///
/// A failure sends the question on to the next endpoint. ``NEARRPCClient/onFailure`` is told of each.
/// Two failures are equal when their codes are equal.
public struct NEARRPCFailure: CodedError, Equatable, CustomStringConvertible {
  /// Which endpoint, counted from 0 in the order they were given. Never its URL: providers put keys there.
  public var endpoint: Int
  /// What went wrong.
  public var code: Code
  /// A sentence a person can act on.
  public var reason: String

  /// Makes a failure.
  public init(endpoint: Int, code: Code, reason: String) {
    self.endpoint = endpoint
    self.code = code
    self.reason = reason
  }

  public var codeName: String { code.rawValue }
  public var description: String { "endpoint \(endpoint + 1): \(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}

extension NEARRPCFailure {
  /// What went wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    // MARK: Nobody there

    /// The transport threw: no connection, no such host, a bad certificate.
    public static let transportFailed = Code(rawValue: "transport_failed")
    /// No answer within the time limit.
    public static let timedOut = Code(rawValue: "timed_out")
    /// An HTTP status and no JSON-RPC answer: a proxy, a rate limit, a fault.
    public static let httpStatus = Code(rawValue: "http_status")

    /// Half of an answer, and then none: the endpoint was there and is gone.
    public static let incompleteAnswer = Code(rawValue: "incomplete_answer")

    // MARK: Nobody to believe

    /// The body is not what the question's answer looks like.
    public static let malformedAnswer = Code(rawValue: "malformed_answer")
    /// The answer is to another request.
    public static let wrongID = Code(rawValue: "wrong_id")
    /// The endpoint serves another network.
    public static let wrongChain = Code(rawValue: "wrong_chain")
    /// The endpoint serves a chain that begins with another block.
    public static let wrongGenesis = Code(rawValue: "wrong_genesis")
    /// The node is catching up.
    public static let syncing = Code(rawValue: "syncing")
    /// The block the endpoint answers from is older than is accepted, or lies in the future.
    public static let staleBlock = Code(rawValue: "stale_block")

    // MARK: The node says no

    /// The node answered with an error that says nothing of the chain's state.
    public static let nodeError = Code(rawValue: "node_error")
    /// The node does not have the block; another may.
    public static let unknownBlock = Code(rawValue: "unknown_block")
    /// The node does not have the transaction; another may.
    public static let unknownTransaction = Code(rawValue: "unknown_transaction")
  }

  /// Whether nothing that speaks JSON-RPC was reached, as is so without a network.
  var isUnreachable: Bool { code == .transportFailed || code == .timedOut || code == .httpStatus }
}
