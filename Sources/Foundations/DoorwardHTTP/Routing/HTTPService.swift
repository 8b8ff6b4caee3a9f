/// A router and the steps around it, as one function for the transport. It converts every error into a response.
///
/// ```swift
/// let service = HTTPService(router: router, responseSteps: [SecurityHeaders()])
/// try transport.start(service)
/// ```
public struct HTTPService: Sendable {
  private let router: Router
  private let checks: [any RequestCheck]
  private let errorSteps: [any ErrorStep]
  private let responseSteps: [any ResponseStep]
  private let oauthPaths: Set<String>
  private let clientAddress: ClientAddressPolicy
  private let traceID: @Sendable () -> String
  private let onFailure: @Sendable (any Error, HTTPRequest) -> Void
  /// Returns the service that serves a request instead of this one.
  private let current: (@Sendable () -> HTTPService)?

  /// - Parameters:
  ///   - router: The routes.
  ///   - checks: The checks of each request, in their order.
  ///   - errorSteps: The steps that receive the error of a check or a route, in their order, until one has a response.
  ///     The other errors become problem documents.
  ///   - responseSteps: The steps that receive every response, in their order, such as security headers and logging.
  ///   - oauthPaths: The paths whose problems have the OAuth form (``Problem/oauthResponse(traceID:error:)``).
  ///   - clientAddress: The policy that finds the client's address.
  ///   - traceID: Creates the ids of requests.
  ///   - onFailure: Receives every error that is not a ``Problem``. The client receives a 500 without details.
  public init(
    router: Router, checks: [any RequestCheck] = [], errorSteps: [any ErrorStep] = [],
    responseSteps: [any ResponseStep] = [], oauthPaths: Set<String> = [],
    clientAddress: ClientAddressPolicy = ClientAddressPolicy(),
    traceID: @escaping @Sendable () -> String = { TraceID.random() },
    onFailure: @escaping @Sendable (any Error, HTTPRequest) -> Void = { _, _ in }
  ) {
    self.router = router
    self.checks = checks
    self.errorSteps = errorSteps
    self.responseSteps = responseSteps
    self.oauthPaths = oauthPaths
    self.clientAddress = clientAddress
    self.traceID = traceID
    self.onFailure = onFailure
    current = nil
  }

  /// Passes each request on to another service, which may be replaced while requests are served. A request continues with the
  /// service that it began with.
  ///
  /// - Parameter current: Returns the service of a new request.
  public init(current: @escaping @Sendable () -> HTTPService) {
    router = Router()
    checks = []
    errorSteps = []
    responseSteps = []
    oauthPaths = []
    clientAddress = ClientAddressPolicy()
    traceID = { "" }
    onFailure = { _, _ in }
    self.current = current
  }

  /// Responds to a request. Errors become responses.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    if let current { return await current().respond(to: request) }
    return await respond(to: identified(request)) { request in
      let found = try router.match(&request)
      return try await found.respond(to: request)
    }
  }

  /// Decides by the head of a request whether its body is read. The checks and the route can refuse the request without its
  /// body. The checks see the complete request again after the body was read.
  public func admit(_ head: HTTPRequest) async -> HTTPAdmission {
    if let current { return await current().admit(head) }
    var head = identified(head)
    do {
      for check in checks { try check.check(head) }
      let handler = try await router.match(&head).admit(head)
      return .admitted { [head] request in
        var request = request
        request.traceID = head.traceID
        request.clientAddress = head.clientAddress
        request.route = head.route
        // The time of an answer starts with the complete request, as that of every other request.
        request.start = .now
        return await respond(to: request) { try await handler($0.body) }
      }
    } catch {
      return .refused(finished(response(to: error, head), head))
    }
  }

  /// Checks a request and responds to it. `handler` may add to the request what the response steps need.
  private func respond(
    to request: HTTPRequest, by handler: (inout HTTPRequest) async throws -> HTTPResponse
  ) async -> HTTPResponse {
    var request = request
    do {
      for check in checks { try check.check(request) }
      let response = try await handler(&request)
      return finished(response, request)
    } catch {
      return finished(response(to: error, request), request)
    }
  }

  /// Responds to a request that the transport refused, in the same way as to a route's problem.
  public func refuse(_ request: HTTPRequest, with problem: Problem) async -> HTTPResponse {
    if let current { return await current().refuse(request, with: problem) }
    let request = identified(request)
    return finished(response(to: problem, request), request)
  }

  /// The request with its id and the address of its client.
  private func identified(_ request: HTTPRequest) -> HTTPRequest {
    var request = request
    request.traceID = traceID()
    request.clientAddress = clientAddress.clientAddress(of: request)
    request.start = .now
    return request
  }

  private func finished(_ response: HTTPResponse, _ request: HTTPRequest) -> HTTPResponse {
    var response = response
    for step in responseSteps { step.finish(&response, to: request) }
    return response
  }

  private func response(to error: any Error, _ request: HTTPRequest) -> HTTPResponse {
    var error = error
    for step in errorSteps {
      do {
        if let response = try step.response(to: error, of: request) { return response }
      } catch let other {
        error = other
      }
    }
    if let problem = error as? Problem { return rendered(problem, request) }
    onFailure(error, request)
    // The error's text is left out, because it may contain internal details.
    return rendered(
      Problem(status: 500, code: "internal_error", detail: "The server could not answer this request."),
      request)
  }

  private func rendered(_ problem: Problem, _ request: HTTPRequest) -> HTTPResponse {
    oauthPaths.contains(request.path)
      ? problem.oauthResponse(traceID: request.traceID) : problem.response(traceID: request.traceID)
  }
}

/// Responds to a request of a route, or throws a ``Problem`` to refuse it.
public typealias HTTPHandler = @Sendable (HTTPRequest) async throws -> HTTPResponse

/// Decides by the head of a request whether its body is read: returns the function that responds to the body, or throws a
/// ``Problem`` to refuse the request. The body of the given request is empty.
public typealias HTTPHeadHandler = @Sendable (HTTPRequest) async throws -> HTTPBodyHandler

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
