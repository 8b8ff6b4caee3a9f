/// Responds to a request of a route, or throws a ``Problem`` to refuse it.
public typealias HTTPHandler = @Sendable (HTTPRequest, RequestContext) async throws -> HTTPResponse
