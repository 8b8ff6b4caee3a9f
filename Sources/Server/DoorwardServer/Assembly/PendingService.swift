package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSystem
import DoorwardWire

/// A service that the server is still making. Requests wait for it.
package final class PendingService: Sendable {
  private enum Phase: Sendable {
    case pending([CheckedContinuation<HTTPService, Never>])
    case made(HTTPService)
  }

  private let state = Monitor(Phase.pending([]))

  package init() {}

  /// The number of waiting requests.
  package var waiterCount: Int {
    state.withLock { state in
      guard case .pending(let waiting) = state else { return 0 }
      return waiting.count
    }
  }

  package func resolve(_ service: HTTPService) {
    let waiting = state.withLock { state in
      defer { state = .made(service) }
      guard case .pending(let waiting) = state else { return [CheckedContinuation<HTTPService, Never>]() }
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: service) }
  }

  /// Reports that the service could not be made. Waiting and later requests get 503.
  package func fail() { resolve(.failedStart) }

  /// The service. A request waits here only while the server starts.
  package func value() async -> HTTPService {
    if let service { return service }
    return await withCheckedContinuation { continuation in
      let service: HTTPService? = state.withLock { state in
        switch state {
        case .made(let service): return service
        case .pending(let waiting):
          state = .pending(waiting + [continuation])
          return nil
        }
      }
      if let service { continuation.resume(returning: service) }
    }
  }

  private var service: HTTPService? {
    state.withLock { state in
      guard case .made(let service) = state else { return nil }
      return service
    }
  }
}

extension HTTPService {
  /// The service that answers every request with 503 after a failed start.
  fileprivate static var failedStart: HTTPService {
    HTTPService(
      router: Router(), checks: [FailedStart()], responseSteps: [SecurityHeaders()],
      oauthPaths: WirePath.oauthCalls)
  }
}

private struct FailedStart: RequestCheck {
  func check(_ request: HTTPRequest, _ context: RequestContext) throws {
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
    } admitter: { head in
      await pending.value().admit(head)
    } refuser: { request, problem in
      await pending.value().refuse(request, with: problem)
    }
  }
}
