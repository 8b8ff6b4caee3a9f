/// A router and its middleware, as one function for the transport. It converts every error into a response.
///
/// ```swift
/// let service = HTTPService(router: router, outermost: [SecurityHeaders()])
/// try transport.start(service)
/// ```
public struct HTTPService: Sendable {
  private let outermost: [any Middleware]
  private let handler: HTTPHandler
  private let oauthPaths: Set<String>
  private let clientAddress: ClientAddressPolicy
  private let traceID: @Sendable () -> String
  private let onFailure: @Sendable (any Error, HTTPRequest, RequestContext) -> Void

  /// - Parameters:
  ///   - router: The routes.
  ///   - middleware: Steps that receive the errors of routes. The first one is outermost.
  ///   - outermost: Steps that receive responses only, with problems already rendered, such as security headers and
  ///     logging. They also receive the refusals of the transport.
  ///   - oauthPaths: The paths whose problems have the OAuth form (``Problem/oauthResponse(traceID:error:)``).
  ///   - clientAddress: The policy that finds the client's address.
  ///   - traceID: Creates the ids of requests.
  ///   - onFailure: Receives every error that is not a ``Problem``. The client receives a 500 without details.
  public init(
    router: Router, middleware: [any Middleware] = [], outermost: [any Middleware] = [],
    oauthPaths: Set<String> = [], clientAddress: ClientAddressPolicy = ClientAddressPolicy(),
    traceID: @escaping @Sendable () -> String = { TraceID.random() },
    onFailure: @escaping @Sendable (any Error, HTTPRequest, RequestContext) -> Void = { _, _, _ in }
  ) {
    let routed = middleware.wrapping { request, context in
      try await router.respond(to: request, context: context)
    }
    self.outermost = outermost
    self.oauthPaths = oauthPaths
    self.clientAddress = clientAddress
    self.traceID = traceID
    self.onFailure = onFailure
    handler = outermost.wrapping(Self.rendering(routed, oauthPaths, onFailure))
  }

  /// Responds to a request. Errors become responses.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    await answer(request, with: handler)
  }

  /// Responds to a request that the transport refused, in the same way as to a route's problem.
  public func refuse(_ request: HTTPRequest, with problem: Problem) async -> HTTPResponse {
    let refusal = Self.rendering({ _, _ in throw problem }, oauthPaths, onFailure)
    return await answer(request, with: outermost.wrapping(refusal))
  }

  private func answer(_ request: HTTPRequest, with handler: HTTPHandler) async -> HTTPResponse {
    let context = RequestContext(traceID: traceID(), clientAddress: clientAddress.clientAddress(of: request))
    do {
      return try await handler(request, context)
    } catch {
      return Self.render(error, request, context, oauthPaths, onFailure)
    }
  }

  private static func rendering(
    _ handler: @escaping HTTPHandler, _ oauthPaths: Set<String>,
    _ onFailure: @escaping @Sendable (any Error, HTTPRequest, RequestContext) -> Void
  ) -> HTTPHandler {
    { request, context in
      do {
        return try await handler(request, context)
      } catch {
        return render(error, request, context, oauthPaths, onFailure)
      }
    }
  }

  private static func render(
    _ error: any Error, _ request: HTTPRequest, _ context: RequestContext, _ oauthPaths: Set<String>,
    _ onFailure: @Sendable (any Error, HTTPRequest, RequestContext) -> Void
  ) -> HTTPResponse {
    let problem: Problem
    if let known = error as? Problem {
      problem = known
    } else {
      onFailure(error, request, context)
      // The error's text is left out, because it may contain internal details.
      problem = Problem(
        status: 500, code: "internal_error", detail: "The server could not answer this request.")
    }
    return oauthPaths.contains(request.path)
      ? problem.oauthResponse(traceID: context.traceID) : problem.response(traceID: context.traceID)
  }
}
