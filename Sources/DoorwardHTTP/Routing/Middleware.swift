/// Answers a request that reached a route; throws ``Problem`` to refuse it.
public typealias HTTPHandler = @Sendable (HTTPRequest, RequestContext) async throws -> HTTPResponse

/// A step around the handlers: looks at the request, asks the next step or not, looks at the response.
public protocol Middleware: Sendable {
  /// Answers `request`, as a rule with what `next` answers.
  func respond(
    to request: HTTPRequest, context: RequestContext, next: HTTPHandler
  ) async throws -> HTTPResponse
}

extension Sequence where Element == any Middleware {
  /// The handler that goes through each step in order and ends in `handler`.
  public func wrapping(_ handler: @escaping HTTPHandler) -> HTTPHandler {
    reversed().reduce(handler) { next, step in
      { request, context in try await step.respond(to: request, context: context, next: next) }
    }
  }
}
