import Encodings
public import HTTPCore

/// Writes a line for each request answered: route, status and how long it took.
public struct RequestLog: Middleware {
  private let logger: Logger

  public init(logger: Logger) { self.logger = logger }

  public func respond(
    to request: HTTPRequest, context: RequestContext, next: HTTPHandler
  ) async throws -> HTTPResponse {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let elapsed = ContinuousClock.now - start
    let microseconds =
      elapsed.components.seconds * 1_000_000 + elapsed.components.attoseconds / 1_000_000_000_000
    var members = JSONObject()
    members["method"] = .string(request.method.rawValue)
    members["path"] = .string(Self.loggable(request.path))
    members["status"] = .integer(response.status)
    members["duration_us"] = .integer(microseconds)
    members["client"] = .string("\(context.clientAddress)")
    logger.log(response.status >= 500 ? .error : .info, "request answered", traceID: context.traceID, members)
    return response
  }

  /// No segment of a path of ours is longer than an identifier. A longer one is a stranger's invention, or a
  /// token that somebody put where none belongs: it is left out, and a long path is cut short.
  static func loggable(_ path: String) -> String {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let shown = segments.prefix(8).map { $0.count <= 36 ? String(decoding: $0, as: UTF8.self) : "…" }
    return shown.joined(separator: "/") + (segments.count > 8 ? "/…" : "")
  }
}
