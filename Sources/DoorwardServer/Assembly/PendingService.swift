package import DoorwardHTTP
import DoorwardProvider
import DoorwardSessions
import DoorwardWire

/// A service that the server is still making. Requests wait for it.
package actor PendingService {
  private var service: HTTPService?
  private var waiting: [CheckedContinuation<HTTPService, Never>] = []

  package init() {}

  /// The number of waiting requests.
  package var waiterCount: Int { waiting.count }

  package func resolve(_ service: HTTPService) {
    self.service = service
    for continuation in waiting { continuation.resume(returning: service) }
    waiting = []
  }

  /// Gives up the service. Waiting and later requests get 503.
  package func fail() { resolve(.failedStart) }

  package func value() async -> HTTPService {
    if let service { return service }
    return await withCheckedContinuation { waiting.append($0) }
  }
}

extension HTTPService {
  /// The service that answers every request with 503 after a failed start.
  fileprivate static var failedStart: HTTPService {
    HTTPService(
      router: Router(), middleware: [FailedStart()], outermost: [SecurityHeaders()],
      oauthPaths: WirePath.oauthCalls)
  }
}

private struct FailedStart: Middleware {
  func respond(to request: HTTPRequest, context: RequestContext, next: HTTPHandler) async throws
    -> HTTPResponse
  {
    throw Problem(
      status: 503, code: WireCode.startFailed, detail: "The server could not start. Try again soon.",
      fields: ["Retry-After": "5"])
  }
}

extension HTTPTransport {
  /// Starts to listen before the service is ready.
  package func start(_ pending: PendingService) throws -> SocketAddress {
    try start { request in
      await pending.value().respond(to: request)
    } refuser: { request, problem in
      await pending.value().refuse(request, with: problem)
    }
  }
}
