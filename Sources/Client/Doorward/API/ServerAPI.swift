internal import DoorwardWire
internal import Encodings
internal import Foundation

/// The server's calls: a request in, JSON or a ``DoorwardError`` out.
struct ServerAPI: Sendable {
  private let base: String
  private let url: URL
  /// The error of every call if the URL cannot be a server's.
  private let refusal: DoorwardError?
  private let applicationID: String?
  private let transport: DoorwardTransport
  private let logger: DoorwardLogger
  private let sleep: @Sendable (Duration) async throws -> Void
  /// The most attempts of a request that the server recognizes if it arrives twice.
  static let attempts = 3
  /// The token of this device, which requests send and answers replace.
  let device = DeviceToken()
  /// The server's clock.
  let clock: ServerClock

  init(_ configuration: DoorwardConfiguration) {
    var base = configuration.serverURL.absoluteString
    while base.hasSuffix("/") { base.removeLast() }
    self.base = base
    url = configuration.serverURL
    refusal = ServerAddress.refusal(of: url)
    applicationID = configuration.applicationID
    transport = configuration.transport
    clock = ServerClock(configuration.clock)
    logger = configuration.logger
    sleep = configuration.clock.sleep
  }

  /// The server as a browser names it: `https://accounts.example.com`.
  var origin: String { ServerAddress.origin(url) }

  /// Whether the server is on this machine.
  var isOnLoopback: Bool { ServerAddress.isLoopback(url) }

  /// The server's host, and its port unless it is the default port.
  var authority: String { ServerAddress.authority(url) }

  /// The identifier of the application, for requests that must name it (RFC 6749 §2.2): the configured one, or the
  /// server's default.
  ///
  /// - Throws: ``DoorwardError``.
  func clientID() async throws(DoorwardError) -> String {
    if let applicationID { return applicationID }
    guard let id = try await call("GET", WirePath.configuration)[ConfigurationMembers.application]?.string
    else {
      throw .malformedAnswer("it names no application", status: nil)
    }
    return id
  }

  /// Calls the server.
  ///
  /// - Throws: ``DoorwardError``.
  @discardableResult func call(
    _ method: String, _ path: String, body: JSONObject? = nil, token: String? = nil,
    idempotencyKey: String? = nil
  ) async throws(DoorwardError) -> JSONValue {
    try await call(
      method, path, body: body.map(RequestBody.json), token: token, idempotencyKey: idempotencyKey)
  }

  /// Calls the server with a request that stores something, up to ``attempts`` times if the connection breaks before the
  /// answer has arrived. The server recognizes the request by its key.
  ///
  /// - Throws: ``DoorwardError``.
  @inline(never) func callRepeatedly(
    _ method: String, _ path: String, body: RequestBody, token: String? = nil, idempotencyKey: String
  ) async throws(DoorwardError) -> JSONValue {
    var pause = Duration.milliseconds(200)
    var attempt = 1
    while true {
      do throws(DoorwardError) {
        return try await call(method, path, body: body, token: token, idempotencyKey: idempotencyKey)
      } catch {
        guard error.isOfBrokenConnection, attempt < Self.attempts else { throw error }
      }
      do { try await sleep(pause) } catch { throw .cancelled }
      pause *= 2
      attempt += 1
    }
  }

  /// Calls the server with any body.
  ///
  /// - Throws: ``DoorwardError``.
  @inline(never) func call(
    _ method: String, _ path: String, body: RequestBody?, token: String? = nil,
    idempotencyKey: String? = nil
  ) async throws(DoorwardError) -> JSONValue {
    if let refusal { throw refusal }
    var headers = ["Accept": "application/json", "User-Agent": ClientName.current]
    if let applicationID { headers[WireHeader.application] = applicationID }
    if let token { headers[WireHeader.authorization] = WireHeader.bearer(token) }
    if let device = device.text { headers[WireHeader.device] = device }
    if let idempotencyKey { headers[WireHeader.idempotencyKey] = idempotencyKey }
    headers["Content-Type"] = body?.mediaType
    let request = DoorwardRequest(method: method, url: base + path, headers: headers, body: body?.bytes)
    let response: DoorwardResponse
    do {
      response = try await withTimeout(transport.patience + request.uploadTime) { [transport] in
        try await transport.send(request)
      }
    } catch {
      // An error of the SDK already has the reason.
      if let error = error as? DoorwardError { throw error }
      if Task.isCancelled { throw .cancelled }
      logger.debug("\(method) \(path): \(error)")
      throw .unreachable(error)
    }
    if method != "GET" { clock.learn(response.headers["date"]) }
    if let text = response.headers[WireHeader.device.lowercased()] { device.receive(text) }
    return try Self.read(response, to: path, body?.json ?? [:])
  }

  /// Reads the answer to a request.
  private static func read(
    _ response: DoorwardResponse, to path: String, _ body: JSONObject
  ) throws(DoorwardError) -> JSONValue {
    if (200..<300).contains(response.status), response.body.isEmpty { return .null }
    let value = try? JSONParser.parse(response.body, limits: WireLimits.answer)
    guard (200..<300).contains(response.status) else {
      throw problem(response, object: value?.object ?? [:], to: path, body: body)
    }
    guard let value, value.object != nil else {
      throw .malformedAnswer("it is not JSON", status: nil)
    }
    return value
  }

  /// The error that an answer reports. An answer from another sender, such as a proxy, does not end a session.
  private static func problem(
    _ response: DoorwardResponse, object: JSONObject, to path: String, body: JSONObject
  ) -> DoorwardError {
    guard let problem = WireProblem(object) else {
      return .malformedAnswer("its status is \(response.status)", status: response.status)
    }
    return DoorwardError(
      code: .init(rawValue: problem.code), reason: problem.detail ?? "The server refused.",
      traceID: problem.traceID,
      status: response.status,
      retryAfter: response.headers[WireHeader.retryAfter.lowercased()].flatMap { Int($0) }.map {
        .seconds($0)
      },
      identityInUse: IdentityInUse(problem.identityInUse),
      secondFactor: SecondFactorChallenge(
        problem.secondFactor, of: path, secret: body[ProofMembers.bindingSecret]?.string),
      accountDeletion: AccountDeletion(problem.accountDeletion, of: path, body),
      stepUp: StepUp(challenge: response.headers["www-authenticate"] ?? ""),
      passwordAdvice: PasswordAdvice.list(problem.passwordAdvice) ?? [])
  }
}

/// The body of a request to the server.
enum RequestBody: Sendable {
  case json(JSONObject)
  /// The bytes of an image. The server recognizes the format by the content.
  case image([UInt8])

  var bytes: [UInt8] {
    switch self {
    case .json(let object): object.serialized()
    case .image(let bytes): bytes
    }
  }

  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .image: "application/octet-stream"
    }
  }

  var json: JSONObject? { if case .json(let object) = self { object } else { nil } }
}

/// The name of this client in the user's list of sessions: `MyApp (iOS) Doorward/0.1.0`.
enum ClientName {
  static let current = "\(program) (\(system)) Doorward/\(DoorwardSDK.version)"

  // The characters that a header accepts. The others are removed.
  private static var program: String {
    let name = ProcessInfo.processInfo.processName.unicodeScalars.filter { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
        || scalar == "-"
    }
    return name.isEmpty ? "App" : String(String.UnicodeScalarView(name.prefix(64)))
  }

  private static var system: String {
    #if os(iOS)
      "iOS"
    #elseif os(macOS)
      "macOS"
    #elseif os(Linux)
      "Linux"
    #else
      "Swift"
    #endif
  }
}
