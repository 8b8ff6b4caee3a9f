/// Responds to a request of a route, or throws a ``Problem`` to refuse it.
public typealias HTTPHandler = @Sendable (HTTPRequest, RequestContext) async throws -> HTTPResponse

/// A step around the handlers. It can inspect the request, skip the next step, and change the response.
public protocol Middleware: Sendable {
  /// Responds to `request`, usually with the response of `next`.
  func respond(
    to request: HTTPRequest, context: RequestContext, next: HTTPHandler
  ) async throws -> HTTPResponse
}

extension Sequence where Element == any Middleware {
  /// The handler that runs each step in order, and then `handler`.
  public func wrapping(_ handler: @escaping HTTPHandler) -> HTTPHandler {
    reversed().reduce(handler) { next, step in
      { request, context in try await step.respond(to: request, context: context, next: next) }
    }
  }
}
