package import DoorwardHTTP
package import DoorwardHTTPTypes
import DoorwardStore
import DoorwardSystem
import DoorwardWire
import Encodings

/// Writes a line for each answered request with its route, status and duration.
package struct RequestLog: ResponseStep {
  private let logger: Logger
  private let paths: LoggedPath

  /// Successful health checks are logged at debug level, because they occur every few seconds.
  private static let healthChecks: Set = [WirePath.health, WirePath.readiness]

  /// - Parameters:
  ///   - logger: writes the lines.
  ///   - router: the routes. The log shows their paths unchanged.
  package init(logger: Logger, router: Router) {
    self.logger = logger
    paths = LoggedPath(router)
  }

  package func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
    let level = Self.level(request, response)
    guard logger.writes(level) else { return }
    let elapsed = ContinuousClock.now - request.start
    let microseconds =
      elapsed.components.seconds * 1_000_000 + elapsed.components.attoseconds / 1_000_000_000_000
    var members = JSONObject()
    members["method"] = .string(paths.method(request))
    members["path"] = .string(paths.path(request))
    members["status"] = .integer(response.status)
    members["code"] = response.problemCode.map(JSONValue.string)
    members["duration_us"] = .integer(microseconds)
    members["client"] = .string("\(request.clientAddress)")
    members["traceparent"] = request.traceParent.map { .string($0.text) }
    logger.log(level, "request answered", traceID: request.traceID, members)
  }

  /// The codes of malformed requests. They can show an operator that the server is being probed, at any
  /// status.
  private static let refusalsOfBytes: Set = [
    WireCode.ambiguousFraming, WireCode.bodyTooLarge, WireCode.headersTooLarge, WireCode.malformedRequest,
    WireCode.targetTooLong, WireCode.unsupportedHTTPVersion, WireCode.unsupportedTransferCoding,
  ]

  private static func level(_ request: HTTPRequest, _ response: HTTPResponse) -> Logger.Level {
    if let code = response.problemCode, refusalsOfBytes.contains(code) { return .notice }
    if response.status >= 500 { return .error }
    return healthChecks.contains(request.path) && response.status < 400 ? .debug : .info
  }
}

/// Warns once in a process about each flaw of `X-Forwarded-For`: behind a proxy, all clients then share the limits of one address.
package struct ForwardingReport: Sendable {
  private let logger: Logger
  private let reported = Monitor<Set<ClientAddressPolicy.Flaw>>([])

  package init(logger: Logger) { self.logger = logger }

  package func add(_ flaw: ClientAddressPolicy.Flaw, _ peer: IPAddress) {
    guard reported.withLock({ $0.insert(flaw).inserted }) else { return }
    let members: JSONObject = ["client": .string("\(peer)")]
    switch flaw {
    case .untrustedPeer:
      logger.log(.warning, "X-Forwarded-For from a peer outside trusted_proxies", members)
    case .unreadable: logger.log(.warning, "unreadable X-Forwarded-For", members)
    }
  }
}
