/// A router with its middleware as the one function a transport calls: every error becomes a response.
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
  ///   - router: the routes.
  ///   - middleware: steps that see what routes throw, the first one outermost.
  ///   - outermost: steps around those that see responses only, problems already rendered: security headers,
  ///     logging. They see what the transport refuses, too.
  ///   - oauthPaths: the paths whose problems are told in OAuth form (``Problem/oauthResponse(traceID:error:)``).
  ///   - clientAddress: whose word is taken for the client's address.
  ///   - traceID: names requests.
  ///   - onFailure: told of every error that is no ``Problem``; the client gets a bare 500.
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

  /// Answers a request, whatever happens.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    await answer(request, with: handler)
  }

  /// Answers a request that the transport could not take, the way routes' problems are answered.
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
      // Nothing of the error itself: its text was not written for strangers.
      problem = Problem(
        status: 500, code: "internal_error", detail: "The server could not answer this request.")
    }
    return oauthPaths.contains(request.path)
      ? problem.oauthResponse(traceID: context.traceID) : problem.response(traceID: context.traceID)
  }
}
