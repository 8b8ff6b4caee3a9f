public import Doorward
internal import DoorwardHTTP
public import Encodings
public import Foundation

/// A server in memory, for tests of apps: it answers every call of the SDK, but for those of the browser sign-in and
/// of device codes, as a server does, with tokens of the same shape that verify against ``jwks()``, and does what a
/// test wants in between.
///
/// ```swift
/// let server = DoorwardTestServer()
/// let doorward = Doorward(server.configuration)
/// try await doorward.siwe.login(with: TestEthereumWallet())
/// ```
///
/// It is a double and no verifier: it takes every signature that is well-formed, unless ``judgeProofs(_:)`` says
/// otherwise. Everything else that the server checks of a challenge it checks too.
public actor DoorwardTestServer {
  /// What the application offers.
  public var offer: DoorwardTestOffer { application.offer }
  /// The requests that have come, in their order; those that were ordered not to arrive are among them.
  public private(set) var requests: [DoorwardRequest] = []

  /// Its address, which is nowhere: only its own ``transport`` gets there.
  public nonisolated let url: URL
  /// Its time, which stands still until a test moves it.
  public nonisolated let time: DoorwardTestClock
  nonisolated let issuer: String
  nonisolated let authority: String

  private(set) var application: Application
  var accounts = AccountBook()
  var challenges = ChallengeBook()
  var mint = TokenMint()
  /// The sign-ins that were answered, by their idempotency keys.
  var answeredSignIns: [String: AnsweredSignIn] = [:]
  /// The guests, by their secrets.
  var guests: [String: Guest] = [:]
  var accepts: @Sendable (DoorwardTestProof) -> Bool = { _ in true }
  private var ordered = OrderedAnswers()
  private var isOffline = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watchers: [(path: String, found: AsyncStream<DoorwardRequest>.Continuation)] = []

  /// Makes a server without users.
  ///
  /// - Parameters:
  ///   - offer: What its application offers.
  ///   - origin: Its address: scheme, host and port, nothing more. Another text traps.
  ///   - time: Its time; hand the same to several servers, or one that shows another day.
  public init(
    _ offer: DoorwardTestOffer = DoorwardTestOffer(), origin: String = "https://accounts.test",
    time: DoorwardTestClock = DoorwardTestClock()
  ) {
    guard let url = URL(string: origin), let scheme = url.scheme, let host = url.host,
      origin == "\(scheme)://\(url.port.map { "\(host):\($0)" } ?? host)"
    else { preconditionFailure("\"\(origin)\" is no origin") }
    authority = String(origin.dropFirst("\(scheme)://".count))
    issuer = origin
    self.url = url
    self.time = time
    application = Application(offer: offer, issuer: origin, authority: authority)
  }

  /// A configuration of the SDK that comes to this server: its transport and its time, and a storage of its own
  /// in memory. Change what the test is about.
  public nonisolated var configuration: DoorwardConfiguration {
    DoorwardConfiguration(
      serverURL: url, storage: InMemorySessionStorage(), transport: transport, clock: time.clock,
      logger: .silent)
  }

  /// The way to it.
  public nonisolated var transport: DoorwardTransport { DoorwardTransport { try await self.send($0) } }

  /// The keys that verify its tokens, as `/.well-known/jwks.json` has them.
  public func jwks() throws -> JSONObject { try mint.published().object ?? [:] }

  // MARK: What a test wants

  /// Changes what the application offers, from the next request on.
  public func changeOffer(_ change: @Sendable (inout DoorwardTestOffer) -> Void) {
    var offer = application.offer
    change(&offer)
    application = Application(offer: offer, issuer: issuer, authority: authority)
  }

  /// Moves the time, of the server and of the SDK.
  public nonisolated func advance(by duration: Duration) { time.advance(by: duration) }

  /// Orders what becomes of the next request; of several, in the order they are given.
  ///
  /// - Parameters:
  ///   - answer: What becomes of it.
  ///   - path: Its path, such as `/v1/token`; nil for any.
  public func next(_ answer: NextAnswer, for path: String? = nil) { ordered.append(answer, for: path) }

  /// Lets nothing arrive, or everything again.
  public func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

  /// Lets the requests go on that are ``NextAnswer/held``.
  public func release() {
    for one in held { one.resume() }
    held = []
  }

  /// Waits until a request to a path has come; one that came before counts.
  ///
  /// - Returns: It; nil when the task was called off.
  public func request(for path: String) async -> DoorwardRequest? {
    if let request = requests.first(where: { Self.path(of: $0) == path }) { return request }
    let (requests, found) = AsyncStream<DoorwardRequest>.makeStream()
    watchers.append((path, found))
    for await request in requests { return request }
    return nil
  }

  /// How many requests to a path have come.
  public func count(_ path: String) -> Int { requests.count { Self.path(of: $0) == path } }

  /// Judges what wallets sign: one whose proof is refused has the error of a signature that does not hold.
  public func judgeProofs(_ accepts: @escaping @Sendable (DoorwardTestProof) -> Bool) {
    self.accepts = accepts
  }

  // MARK: Answering

  private static func path(of request: DoorwardRequest) -> String {
    URLComponents(string: request.url)?.percentEncodedPath ?? ""
  }

  private func send(_ request: DoorwardRequest) async throws -> DoorwardResponse {
    let path = Self.path(of: request)
    requests.append(request)
    for watcher in watchers where watcher.path == path { watcher.found.yield(request) }
    watchers.removeAll { $0.path == path }
    guard !isOffline, request.url.hasPrefix(issuer + "/") else { throw URLError(.cannotConnectToHost) }
    switch ordered.take(for: path) {
    case nil: break
    case .offline: throw URLError(.networkConnectionLost)
    case .lost:
      _ = await answer(request)
      throw URLError(.networkConnectionLost)
    case .problem(let status, let code, let detail, let retryAfter):
      var fields: HTTPFields = [:]
      if let retryAfter { fields["Retry-After"] = "\(retryAfter)" }
      let problem = Problem(status: status, code: code, detail: detail, fields: fields)
      return await service.refuse(HTTPRequest(request), with: problem).forClient
    case .response(let response): return response
    case .held: await withCheckedContinuation { held.append($0) }
    case .delayed(let duration): try await time.clock.sleep(duration)
    }
    return await answer(request)
  }

  private func answer(_ request: DoorwardRequest) async -> DoorwardResponse {
    await service.respond(to: HTTPRequest(request)).forClient
  }

  private nonisolated var service: HTTPService {
    HTTPService(
      router: router, middleware: [BodyLimit(bytes: 64 * 1024)], outermost: [SecurityHeaders()],
      oauthPaths: ["/v1/token", "/v1/revoke"])
  }
}

extension HTTPRequest {
  /// A request of the SDK as a listener would hand it over.
  fileprivate init(_ request: DoorwardRequest) {
    let address = URLComponents(string: request.url)
    var fields: HTTPFields = [:]
    for (name, value) in request.headers { fields.append(name, value) }
    self.init(
      method: HTTPMethod(rawValue: request.method), path: address?.percentEncodedPath ?? "/",
      query: address?.percentEncodedQuery, fields: fields, body: request.body ?? [])
  }
}

extension HTTPResponse {
  fileprivate var forClient: DoorwardResponse {
    var headers: [String: String] = [:]
    for field in fields {
      headers[field.name.lowercased()] =
        headers[field.name.lowercased()].map { "\($0), \(field.value)" }
        ?? field.value
    }
    return DoorwardResponse(status: status, headers: headers, body: body)
  }
}
