internal import Encodings

/// Queries the chain with NEAR's JSON-RPC, through several endpoints.
///
/// ```swift
/// let client = NEARRPCClient(
///   network: .mainnet, endpoints: ["https://rpc.mainnet.near.org", "https://free.rpc.fastnear.com"],
///   transport: transport)
/// let account = try await client.viewAccount(NEARAccountID(parsing: "alice.near"))
/// ```
///
/// **Failover.** Endpoints are queried in order. If an endpoint cannot answer, the next endpoint is queried.
/// This includes connection failures, timeouts, HTTP 429 and 5xx, answers that are not JSON-RPC, and nodes that
/// are synchronizing or serve another chain. An answer of the chain is final, even if the chain does not know
/// the account or key. An endpoint that failed is queried last for ten seconds.
///
/// **Time.** Every request has a time limit, and every call has a deadline. The client enforces both itself, for
/// any transport. Cancelling the task ends a call at once.
///
/// **Trust.** The client validates the `status` of an endpoint before it accepts an answer, and repeats this
/// after fifteen seconds. The network and the genesis block must match the configuration, the node must not be
/// synchronizing, and its latest block must not be older than ``maximumBlockAge``. If an answer comes from a
/// much older block, the time of that block is checked too. This detects a wrong network and a stopped node. It
/// does not detect a dishonest endpoint: state proofs are not verified, so a single endpoint can return any
/// state. Use your own endpoints, or require agreement between several endpoints:
/// ``NEARAccessKeyChecker/requiredAgreement``.
///
/// **Errors.** Calls throw ``NEARError`` for an answer of the chain (`unknown_account`, …) or for
/// `rpc_unavailable`. They throw `CancellationError` if the task is cancelled.
public struct NEARRPCClient: Sendable {
  /// The URLs, in the order of queries.
  public let endpoints: [String]
  /// Sends the requests.
  public let transport: NEARRPCTransport
  /// The time limit of a request.
  public let timeout: Duration
  /// The time limit of a call, including all endpoints.
  public let deadline: Duration
  /// The required hash of the genesis block; nil accepts any.
  public let genesisHash: String?
  /// The required `chain_id`; nil accepts any.
  public let chainID: String?
  /// The maximum age of the block of an answer; nil for no limit.
  public let maximumBlockAge: Duration?
  /// The clock.
  public let clock: NEARRPCClock
  /// Called for every failure of an endpoint, even if another endpoint answered.
  public let onFailure: @Sendable (NEARRPCFailure) -> Void

  let history = EndpointHistory()

  /// The longest answer that is parsed, in bytes.
  public static let maximumAnswerBytes = 1_048_576
  /// The time for which a status is valid.
  static let statusLifetime = Duration.seconds(15)
  /// The time for which an endpoint that failed is queried last.
  static let demotionPeriod = Duration.seconds(10)

  /// Creates a client with explicit chain parameters.
  public init(
    endpoints: [String], transport: NEARRPCTransport, timeout: Duration = .seconds(5),
    deadline: Duration = .seconds(12), genesisHash: String? = nil, chainID: String? = nil,
    maximumBlockAge: Duration? = .seconds(120), clock: NEARRPCClock = .system,
    onFailure: @escaping @Sendable (NEARRPCFailure) -> Void = { _ in }
  ) {
    self.endpoints = endpoints
    self.transport = transport
    self.timeout = timeout
    self.deadline = deadline
    self.genesisHash = genesisHash
    self.chainID = chainID
    self.maximumBlockAge = maximumBlockAge
    self.clock = clock
    self.onFailure = onFailure
  }

  /// Creates a client for a network. The genesis block is checked if it is known.
  public init(
    network: NEARNetwork, endpoints: [String], transport: NEARRPCTransport, timeout: Duration = .seconds(5),
    deadline: Duration = .seconds(12), maximumBlockAge: Duration? = .seconds(120),
    clock: NEARRPCClock = .system, onFailure: @escaping @Sendable (NEARRPCFailure) -> Void = { _ in }
  ) {
    self.init(
      endpoints: endpoints, transport: transport, timeout: timeout, deadline: deadline,
      genesisHash: network.genesisHash, chainID: network.rawValue, maximumBlockAge: maximumBlockAge,
      clock: clock, onFailure: onFailure)
  }
}
