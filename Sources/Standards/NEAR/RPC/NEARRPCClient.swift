public import Encodings

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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

/// Sends requests to RPC endpoints. ``NEARRPCClient`` does everything else.
///
/// The client passes the time limit so that a transport can release its resources, and also enforces it itself.
/// A transport should refuse bodies larger than ``NEARRPCClient/maximumAnswerBytes`` while they arrive.
///
/// ```swift
/// let transport = NEARRPCTransport { url, body, seconds in
///   let answer = try await http.post(url, body, contentType: "application/json", timeout: seconds)
///   return (answer.status, answer.body)
/// }
/// ```
public struct NEARRPCTransport: Sendable {
  /// Posts a JSON body to a URL and returns the HTTP status and the body for any status. Throws if there is no
  /// response.
  public var post:
    @Sendable (_ url: String, _ body: [UInt8], _ timeoutSeconds: Double) async throws -> (
      status: Int, body: [UInt8]
    )

  /// Creates a transport.
  public init(
    post:
      @escaping @Sendable (_ url: String, _ body: [UInt8], _ timeoutSeconds: Double) async throws -> (
        status: Int, body: [UInt8]
      )
  ) {
    self.post = post
  }
}

/// The clock of an RPC client.
public struct NEARRPCClock: Sendable {
  /// The current time, to determine the age of a block.
  public var now: @Sendable () -> Timestamp
  /// The time since a fixed moment. It never decreases.
  public var elapsed: @Sendable () -> Duration
  /// Sleeps for a duration, or until the task is cancelled.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock.
  public init(
    now: @escaping @Sendable () -> Timestamp, elapsed: @escaping @Sendable () -> Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.sleep = sleep
  }

  /// The system's clocks.
  public static var system: NEARRPCClock {
    let start = ContinuousClock.now
    return NEARRPCClock(
      now: { Timestamp(Date()) },
      elapsed: { ContinuousClock.now - start },
      sleep: { try await Task.sleep(for: $0, clock: .continuous) })
  }
}

/// The recent statuses and failures of a client's endpoints.
actor EndpointHistory {
  private var statuses: [Int: (status: NEARRPCStatus, readAt: Duration)] = [:]
  private var failures: [Int: Duration] = [:]

  /// The stored status of an endpoint, unless it is older than the moment.
  func status(of endpoint: Int, notBefore moment: Duration) -> NEARRPCStatus? {
    guard let entry = statuses[endpoint], entry.readAt >= moment else { return nil }
    return entry.status
  }

  func store(_ status: NEARRPCStatus, of endpoint: Int, readAt moment: Duration) {
    statuses[endpoint] = (status, moment)
  }

  func answered(_ endpoint: Int) { failures[endpoint] = nil }

  func failed(_ endpoint: Int, at moment: Duration) {
    failures[endpoint] = moment
    statuses[endpoint] = nil
  }

  /// The order in which endpoints are queried. Endpoints that failed since a moment are last, so that an
  /// unreachable endpoint does not delay every request by its time limit.
  func order(of count: Int, demotingFailuresSince moment: Duration) -> [Int] {
    let demoted = Set(failures.filter { $0.value >= moment }.keys)
    return (0..<count).filter { !demoted.contains($0) } + (0..<count).filter { demoted.contains($0) }
  }
}
