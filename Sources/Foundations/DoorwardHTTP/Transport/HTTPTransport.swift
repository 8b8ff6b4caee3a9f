/// A listener: accepts connections, passes complete requests to a responder and sends the responses.
///
/// The rest of the program does not depend on the library that listens.
public protocol HTTPTransport: Sendable {
  /// Starts to listen. Must be called once only.
  ///
  /// - Parameters:
  ///   - responder: Responds to each request.
  ///   - admitter: Decides by the head of a request that may have a large body whether the body is read; `nil` if every
  ///     body is read.
  ///   - refuser: Creates the response to a request that is too large, ambiguous or malformed. Its request contains
  ///     the parts that could be read.
  /// - Returns: The bound address and port, also if port 0 was requested.
  /// - Throws: ``HTTPError``: `address_in_use`, `cannot_listen`, `already_started`.
  @discardableResult
  func start(
    _ responder: @escaping HTTPResponder, admitter: HTTPAdmitter?, refuser: @escaping HTTPRefuser
  ) throws -> SocketAddress

  /// The address it listens on; `nil` before the start and after draining begins.
  var boundAddress: SocketAddress? { get }

  /// Stops accepting connections, waits up to `timeout` for the requests in flight, and then closes all
  /// connections. For a moment, an idle connection may have one more request, which may be on its way. A second call
  /// during the wait ends the wait.
  func drain(timeout: Duration) async
}

/// Responds to every request.
public typealias HTTPResponder = @Sendable (HTTPRequest) async -> HTTPResponse

/// Decides by the head of a request whether its body is read. The body of the given request is empty.
public typealias HTTPAdmitter = @Sendable (HTTPRequest) async -> HTTPAdmission

/// Creates the response to a request that the transport refuses.
public typealias HTTPRefuser = @Sendable (HTTPRequest, Problem) async -> HTTPResponse

extension HTTPTransport {
  /// Starts to listen. Every body is read, and a refusal is a plain problem document.
  @discardableResult
  public func start(_ responder: @escaping HTTPResponder) throws -> SocketAddress {
    try start(responder, admitter: nil) { _, problem in problem.response(traceID: TraceID.random()) }
  }

  /// Starts to listen for a service.
  @discardableResult
  public func start(_ service: HTTPService) throws -> SocketAddress {
    try start { request in
      await service.respond(to: request)
    } admitter: { head in
      await service.admit(head)
    } refuser: { request, problem in
      await service.refuse(request, with: problem)
    }
  }
}
