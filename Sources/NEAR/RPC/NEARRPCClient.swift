internal import Encodings

/// Asks NEAR's JSON-RPC about the chain: several endpoints, one answer.
///
/// ```swift
/// let client = NEARRPCClient(
///   network: .mainnet, endpoints: ["https://rpc.mainnet.near.org", "https://free.rpc.fastnear.com"],
///   transport: transport)
/// let account = try await client.viewAccount(NEARAccountID(parsing: "alice.near"))
/// ```
///
/// **Failover.** Endpoints are asked in order. One that cannot answer (no connection, a time limit, HTTP
/// 429 or 5xx, an answer that is not JSON-RPC, a node that is syncing or of another chain) sends the
/// question on; an answer of the chain, also that it knows no such account or key, is final. An endpoint
/// that failed is asked last for ten seconds.
///
/// **Time.** Every request has a time limit and every call a deadline, kept by the client itself whatever
/// the transport does. Cancelling the task ends a call at once.
///
/// **Trust.** Before an endpoint is believed it is asked for its `status` (again after fifteen seconds):
/// the network and the genesis block must be those configured, its node not syncing, its latest block no
/// older than ``maximumBlockAge``; an answer from a block well behind that is dated before it counts.
/// This catches the wrong network and the node that is stuck. It proves nothing against an endpoint that
/// lies: one endpoint alone can invent the state of any account, for state proofs are not checked. Use
/// endpoints of one's own, or let several agree: ``NEARAccessKeyChecker/requiredAgreement``.
///
/// **Errors.** Calls throw ``NEARError``: an answer of the chain (`unknown_account`, …) or
/// `rpc_unavailable`; and `CancellationError` when the task is cancelled.
public struct NEARRPCClient: Sendable {
  /// The URLs, in the order they are asked.
  public let endpoints: [String]
  /// How a request gets there.
  public let transport: NEARRPCTransport
  /// How long one request may take.
  public let timeout: Duration
  /// How long one call may take, all endpoints together.
  public let deadline: Duration
  /// The hash of the first block of the chain that is believed; nil for any.
  public let genesisHash: String?
  /// The `chain_id` that is believed; nil for any.
  public let chainID: String?
  /// How old the block that is answered from may be; nil for any age.
  public let maximumBlockAge: Duration?
  /// The time.
  public let clock: NEARRPCClock
  /// Is told of every failure of an endpoint, also where another one answered.
  public let onFailure: @Sendable (NEARRPCFailure) -> Void

  let book = EndpointBook()

  /// The longest answer that is read, in bytes.
  public static let maximumAnswerBytes = 1_048_576
  /// How long a status counts.
  static let statusLifetime = Duration.seconds(15)
  /// How long an endpoint that failed is asked last.
  static let rest = Duration.seconds(10)

  /// Makes a client of a chain described by its parts.
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

  /// Makes a client of a network; its genesis is pinned where it is known.
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
