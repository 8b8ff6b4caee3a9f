public import Doorward
internal import DoorwardHTTP
import DoorwardHTTPTypes
internal import DoorwardServerRules
internal import DoorwardWire
public import Encodings
public import Foundation

/// A server in memory for the tests of apps.
///
/// It answers the calls of the SDK as a server does, except those of the browser sign-in and of device codes. Its tokens
/// have the same shape and verify against ``jwks()``. A test can order other answers, move its clock and change its users.
///
/// ```swift
/// let server = DoorwardTestServer()
/// let doorward = Doorward(server.configuration)
/// try await doorward.siwe.login(with: TestEthereumWallet())
/// ```
///
/// The double does not verify signatures: it accepts every well-formed signature, unless ``judgeProofs(_:)`` decides
/// otherwise. It checks everything else of a challenge that the server checks. It also refuses passwords that are easy to guess,
/// but it has no dictionary: it knows repetitions, the user's own data, the name of the application, and a few common passwords.
public actor DoorwardTestServer {
  /// The settings of the application.
  public var offer: DoorwardTestOffer { application.offer }
  /// The requests in the order of their arrival, including those that a test ordered not to arrive.
  public private(set) var requests: [DoorwardRequest] = []

  /// The address. Only ``transport`` reaches it.
  public nonisolated let url: URL
  /// The clock, which stands still until a test moves it.
  public nonisolated let time: DoorwardTestClock
  nonisolated let issuer: String
  nonisolated let authority: String

  private(set) var application: Application
  var accounts = AccountBook()
  var challenges = ChallengeBook()
  var repetitions = RepetitionBook()
  /// The users of sign-ups with a passkey, by their challenges.
  var passkeySignUps: [String: SignUpValues] = [:]
  var codes = CodeBook()
  var secondFactors = SecondFactorBook()
  /// The addresses whose invitation was not accepted yet.
  var invitations: Set<Identity.Key> = []
  var mint = TokenMint()
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
  ///   - offer: The settings of the application.
  ///   - origin: The address: scheme, host and port. Any other text traps.
  ///   - time: The clock. Several servers may share one.
  public init(
    _ offer: DoorwardTestOffer = DoorwardTestOffer(), origin: String = "https://accounts.test",
    time: DoorwardTestClock = DoorwardTestClock()
  ) {
    guard let url = URL(string: origin), let scheme = url.scheme, let host = url.host,
      origin == "\(scheme)://\(url.port.map { "\(host):\($0)" } ?? host)"
    else { preconditionFailure("\"\(origin)\" is not an origin") }
    authority = String(origin.dropFirst("\(scheme)://".count))
    issuer = origin
    self.url = url
    self.time = time
    application = Application(offer: offer, issuer: origin, authority: authority)
  }

  /// A configuration of the SDK for this server, with its transport, its clock and a new storage in memory.
  public nonisolated var configuration: DoorwardConfiguration {
    DoorwardConfiguration(
      serverURL: url, storage: InMemorySessionStorage(), transport: transport, clock: time.clock,
      logger: .silent)
  }

  /// The transport that reaches this server.
  public nonisolated var transport: DoorwardTransport { DoorwardTransport { try await self.send($0) } }

  /// The keys that verify the tokens, as `/.well-known/jwks.json` has them.
  public func jwks() throws -> JSONObject { try mint.published().object ?? [:] }

  // MARK: Control by a test

  /// Changes the settings of the application, from the next request on.
  public func changeOffer(_ change: @Sendable (inout DoorwardTestOffer) -> Void) {
    var offer = application.offer
    change(&offer)
    application = Application(offer: offer, issuer: issuer, authority: authority)
  }

  /// Moves the clock of the server and of the SDK.
  public nonisolated func advance(by duration: Duration) { time.advance(by: duration) }

  /// Orders the answer to the next request. Several orders are used one after the other.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - path: The path of the request, such as `/v1/token`; nil for any path.
  public func next(_ answer: NextAnswer, for path: String? = nil) { ordered.append(answer, for: path) }

  /// Makes every request fail before it arrives, or lets requests arrive again.
  public func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

  /// Answers the requests that are ``NextAnswer/held``.
  public func release() {
    for request in held { request.resume() }
    held = []
  }

  /// Waits for a request to a path. A request that has arrived before counts.
  ///
  /// - Returns: The request; nil if the task was cancelled.
  public func request(for path: String) async -> DoorwardRequest? {
    if let request = requests.first(where: { Self.path(of: $0) == path }) { return request }
    let (requests, found) = AsyncStream<DoorwardRequest>.makeStream()
    watchers.append((path, found))
    for await request in requests { return request }
    return nil
  }

  /// The number of requests to a path so far.
  public func count(_ path: String) -> Int { requests.count { Self.path(of: $0) == path } }

  /// Judges the signatures of wallets. A refused proof gets the error of a wrong signature.
  public func judgeProofs(_ accepts: @escaping @Sendable (DoorwardTestProof) -> Bool) {
    self.accepts = accepts
  }

  /// The one-time code that was last sent to an address.
  ///
  /// - Parameter address: An email address, or a phone number with its country.
  /// - Returns: The code; nil if none was sent, or if the last message was a notice without a code.
  public func lastCode(to address: String) -> String? {
    (try? Identity.Key(identifier: address)).flatMap { codes.last[$0]?.text }
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
    case .offline: throw URLError(.cannotConnectToHost)
    case .lost:
      _ = await answer(request)
      throw URLError(.networkConnectionLost)
    case .problem(let status, let code, let detail, let retryAfter):
      var fields: HTTPFields = [:]
      if let retryAfter { fields[WireHeader.retryAfter] = "\(retryAfter)" }
      let problem = Problem(status: status, code: code, detail: detail, fields: fields)
      return await service.refuse(HTTPRequest(request), with: problem).forClient(at: time.now)
    case .response(let response): return response
    case .held: await withCheckedContinuation { held.append($0) }
    case .delayed(let duration): try await time.clock.sleep(duration)
    }
    return await answer(request)
  }

  private func answer(_ request: DoorwardRequest) async -> DoorwardResponse {
    accounts.deleteDue(at: time.now)
    return await service.respond(to: HTTPRequest(request)).forClient(at: time.now)
  }

  private nonisolated var service: HTTPService {
    HTTPService(
      router: router,
      checks: [
        BodyLimit(bytes: WirePhoto.maximumBytes),
        BodyLimit(bytes: WireLimits.requestBytes) { $0.method == .put && $0.path == WirePath.userPhoto },
      ], responseSteps: [SecurityHeaders()],
      oauthPaths: WirePath.oauthCalls)
  }
}

extension HTTPRequest {
  /// A request of the SDK as a listener gives it to the service.
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
  fileprivate func forClient(at now: Date) -> DoorwardResponse {
    var headers = ["date": now.formatted(.http)]
    for field in fields {
      headers[field.name.lowercased()] =
        headers[field.name.lowercased()].map { "\($0), \(field.value)" }
        ?? field.value
    }
    return DoorwardResponse(status: status, headers: headers, body: body)
  }
}

extension FormatStyle where Self == Date.VerbatimFormatStyle {
  /// The form of HTTP (RFC 9110 §5.6.7).
  fileprivate static var http: Date.VerbatimFormatStyle {
    Date.VerbatimFormatStyle(
      format: """
        \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
        """, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
  }
}
