import HTTPCore

/// A service that is not there yet: whoever asks before it is waits for it.
actor PendingService {
  private var service: HTTPService?
  private var waiting: [CheckedContinuation<HTTPService, Never>] = []

  func resolve(_ service: HTTPService) {
    self.service = service
    for continuation in waiting { continuation.resume(returning: service) }
    waiting = []
  }

  func value() async -> HTTPService {
    if let service { return service }
    return await withCheckedContinuation { waiting.append($0) }
  }
}

extension HTTPTransport {
  /// Starts to listen for a service that is still being made.
  func start(_ pending: PendingService) throws -> SocketAddress {
    try start { request in
      await pending.value().respond(to: request)
    } refuser: { request, problem in
      await pending.value().refuse(request, with: problem)
    }
  }
}
