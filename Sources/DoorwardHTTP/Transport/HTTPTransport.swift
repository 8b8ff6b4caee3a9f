/// A listener: accepts connections, hands over whole requests and sends the answers.
///
/// The seam that keeps the rest of the program from knowing which library listens.
public protocol HTTPTransport: Sendable {
  /// Starts to listen, once.
  ///
  /// - Parameters:
  ///   - responder: answers each request.
  ///   - refuser: words the refusal of what is no acceptable request: too large, ambiguous, malformed. The
  ///     request it is shown has what could be read.
  /// - Returns: the address and the port that was bound, also when port 0 was asked for.
  /// - Throws: ``HTTPError``: `address_in_use`, `cannot_listen`, `already_started`.
  @discardableResult
  func start(_ responder: @escaping HTTPResponder, refuser: @escaping HTTPRefuser) throws -> SocketAddress

  /// Where it listens; `nil` before it starts and once it drains.
  var boundAddress: SocketAddress? { get }

  /// Stops accepting at once, lets the requests in flight finish for up to `timeout`, then closes what is
  /// left. A second call while the first one waits ends the waiting.
  func drain(timeout: Duration) async
}

/// Answers a request, always.
public typealias HTTPResponder = @Sendable (HTTPRequest) async -> HTTPResponse

/// Words the refusal of a request the transport could not take.
public typealias HTTPRefuser = @Sendable (HTTPRequest, Problem) async -> HTTPResponse

extension HTTPTransport {
  /// Starts to listen; refusals are bare problem documents.
  @discardableResult
  public func start(_ responder: @escaping HTTPResponder) throws -> SocketAddress {
    try start(responder) { _, problem in problem.response(traceID: TraceID.random()) }
  }

  /// Starts to listen for a service.
  @discardableResult
  public func start(_ service: HTTPService) throws -> SocketAddress {
    try start { request in
      await service.respond(to: request)
    } refuser: { request, problem in
      await service.refuse(request, with: problem)
    }
  }
}
