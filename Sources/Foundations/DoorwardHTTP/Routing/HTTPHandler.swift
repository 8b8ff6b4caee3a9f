/// Responds to a request of a route, or throws a ``Problem`` to refuse it.
public typealias HTTPHandler = @Sendable (HTTPRequest, RequestContext) async throws -> HTTPResponse

/// Decides by the head of a request whether its body is read: returns the function that responds to the body, or throws a
/// ``Problem`` to refuse the request. The body of the given request is empty.
public typealias HTTPHeadHandler = @Sendable (HTTPRequest, RequestContext) async throws -> HTTPBodyHandler

/// Responds to the body of an admitted request, or throws a ``Problem`` to refuse it.
public typealias HTTPBodyHandler = @Sendable ([UInt8]) async throws -> HTTPResponse

/// Whether the body of a request is read.
public enum HTTPAdmission: Sendable {
  /// The body is read, and the function gets the complete request.
  case admitted(@Sendable (HTTPRequest) async -> HTTPResponse)
  /// The client gets the response without its body being read. The connection ends, because the next request would begin after
  /// the body.
  case refused(HTTPResponse)
}
