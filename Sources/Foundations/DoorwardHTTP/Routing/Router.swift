public import DoorwardHTTPTypes

/// Finds the handler of a request by its method and path.
///
/// ```swift
/// var router = Router()
/// router.on(.get, "/v1/passkeys/{id}") { request in
///   .text(request.pathParameters["id"] ?? "")
/// }
/// ```
/// A literal segment takes precedence over a parameter, and a parameter over `{rest...}`. HEAD is handled by the
/// GET route, without the body. OPTIONS returns 204 with `Allow`; a response step handles cross-origin rules. A request
/// without a route throws ``Problem``: 404, or 405 with `Allow`. An ambiguous path throws 400.
public struct Router: Sendable {
  /// A node in the tree of patterns.
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var parameter: Int?
    var rest: Int?
    var routes: [HTTPMethod: Route] = [:]
  }

  struct Route: Sendable {
    let declaration: RouteDeclaration
    fileprivate let names: [String]
    fileprivate let handler: Handler
  }

  fileprivate enum Handler: Sendable {
    case request(HTTPHandler)
    case head(HTTPHeadHandler)
  }

  /// The result of the search for a route.
  enum Match {
    case route(Route)
    /// The response of the router itself.
    case response(HTTPResponse)
  }

  private var nodes = [Node()]
  /// Patterns without parameters, found with one lookup of the undecoded path.
  private var literalPaths: [String: Int] = [:]

  public init() {}

  /// Adds a route. A later route replaces an earlier one of the same method and pattern.
  ///
  /// The segments of a pattern are literal, `{name}` (one segment, not empty) or, at the end, `{name...}` (one or
  /// more segments). A malformed pattern is a programming error and traps.
  public mutating func on(_ method: HTTPMethod, _ pattern: String, _ handler: @escaping HTTPHandler) {
    add(RouteDeclaration(method, pattern), .request(handler))
  }

  /// Adds a route that declares its caller and its limits.
  ///
  /// ```swift
  /// router.on(.post, "/v1/password/sign-in", by: .anyone, limits: [.signIn]) { … }
  /// ```
  package mutating func on(
    _ method: HTTPMethod, _ pattern: String, by caller: RouteCaller, limits: [RouteLimit] = [],
    file: String = #fileID, _ handler: @escaping HTTPHandler
  ) {
    add(RouteDeclaration(method, pattern, by: caller, limits: limits, file: file), .request(handler))
  }

  /// Adds a route whose requests may have a large body. The handler decides by the head whether the body is read, so that a
  /// caller who may not use the route cannot make the server receive the body.
  ///
  /// ```swift
  /// router.onUpload(.put, "/v1/user/photo") { head in
  ///   let caller = try await gate.caller(head)
  ///   return { body in try await store(body, of: caller) }
  /// }
  /// ```
  public mutating func onUpload(
    _ method: HTTPMethod, _ pattern: String, _ handler: @escaping HTTPHeadHandler
  ) {
    add(RouteDeclaration(method, pattern), .head(handler))
  }

  /// Adds a route whose requests may have a large body, and that declares its caller and its limits.
  package mutating func onUpload(
    _ method: HTTPMethod, _ pattern: String, by caller: RouteCaller, limits: [RouteLimit] = [],
    file: String = #fileID, _ handler: @escaping HTTPHeadHandler
  ) {
    add(RouteDeclaration(method, pattern, by: caller, limits: limits, file: file), .head(handler))
  }

  private mutating func add(_ declaration: RouteDeclaration, _ handler: Handler) {
    let parsed = RoutePattern(declaration.pattern)
    var node = 0
    for segment in parsed.segments { node = child(of: node, at: segment) }
    nodes[node].routes[declaration.method] = Route(
      declaration: declaration, names: parsed.names, handler: handler)
    if parsed.names.isEmpty { literalPaths[declaration.pattern] = node }
  }

  /// The declarations of all routes, without an order.
  package var routes: [RouteDeclaration] {
    nodes.flatMap { $0.routes.values.map(\.declaration) }
  }

  /// Responds to a request with its route.
  /// - Throws: ``Problem`` if there is no route, and the errors of the handler.
  public func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    var request = request
    let found = try match(&request)
    return try await found.respond(to: request)
  }

  /// Finds the route of a request, and adds it and the parameters of its path to the request.
  /// - Throws: ``Problem`` if there is no route.
  func match(_ request: inout HTTPRequest) throws -> Match {
    if request.path == "*", request.method == .options {
      // "OPTIONS *" checks whether the server responds (RFC 9110 §9.3.7).
      return .response(HTTPResponse(status: 204, fields: ["Allow": "OPTIONS"]))
    }
    if let node = literalPaths[request.path], let route = route(of: request.method, at: node) {
      request.route = route.declaration
      return .route(route)
    }
    let segments = try RequestPath(request.path).segments[...]
    var values: [String] = []
    guard let route = find(request.method, segments, from: 0, values: &values) else {
      return .response(try refuse(request.method, segments))
    }
    request.route = route.declaration
    request.pathParameters = Dictionary(zip(route.names, values)) { first, _ in first }
    return .route(route)
  }

  private mutating func child(of node: Int, at segment: RoutePattern.Segment) -> Int {
    let known =
      switch segment {
      case .literal(let text): nodes[node].literals[text]
      case .parameter: nodes[node].parameter
      case .rest: nodes[node].rest
      }
    if let known { return known }
    let new = nodes.count
    nodes.append(Node())
    switch segment {
    case .literal(let text): nodes[node].literals[text] = new
    case .parameter: nodes[node].parameter = new
    case .rest: nodes[node].rest = new
    }
    return new
  }

  private func route(of method: HTTPMethod, at node: Int) -> Route? {
    nodes[node].routes[method] ?? (method == .head ? nodes[node].routes[.get] : nil)
  }

  /// The route of a path and method. The recursion is as deep as the patterns, not the path.
  private func find(
    _ method: HTTPMethod, _ segments: ArraySlice<String>, from node: Int, values: inout [String]
  ) -> Route? {
    guard let segment = segments.first else { return route(of: method, at: node) }
    if let next = nodes[node].literals[segment],
      let found = find(method, segments.dropFirst(), from: next, values: &values)
    {
      return found
    }
    if let next = nodes[node].parameter, !segment.isEmpty {
      values.append(segment)
      if let found = find(method, segments.dropFirst(), from: next, values: &values) { return found }
      values.removeLast()
    }
    if let next = nodes[node].rest, let found = route(of: method, at: next),
      segments.allSatisfy({ !$0.isEmpty })
    {
      values.append(segments.joined(separator: "/"))
      return found
    }
    return nil
  }

  /// The methods of all patterns that match a path.
  private func methods(_ segments: ArraySlice<String>, from node: Int) -> Set<HTTPMethod> {
    guard let segment = segments.first else { return Set(nodes[node].routes.keys) }
    var methods: Set<HTTPMethod> = []
    if let next = nodes[node].literals[segment] {
      methods.formUnion(self.methods(segments.dropFirst(), from: next))
    }
    if let next = nodes[node].parameter, !segment.isEmpty {
      methods.formUnion(self.methods(segments.dropFirst(), from: next))
    }
    if let next = nodes[node].rest, segments.allSatisfy({ !$0.isEmpty }) {
      methods.formUnion(nodes[next].routes.keys)
    }
    return methods
  }

  private func refuse(_ method: HTTPMethod, _ segments: ArraySlice<String>) throws(Problem) -> HTTPResponse {
    var allowed = methods(segments, from: 0)
    guard !allowed.isEmpty else {
      throw Problem(status: 404, code: "not_found", detail: "There is no resource at this path.")
    }
    if allowed.contains(.get) { allowed.insert(.head) }
    allowed.insert(.options)
    let allow: HTTPFields = ["Allow": allowed.map(\.rawValue).sorted().joined(separator: ", ")]
    if method == .options { return HTTPResponse(status: 204, fields: allow) }
    throw Problem(
      status: 405, code: "method_not_allowed", detail: "This path does not support \(method).", fields: allow)
  }
}

extension Router.Match {
  /// Responds to the request that was matched.
  /// - Throws: The errors of the handler.
  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    switch self {
    case .response(let response): response
    case .route(let route): try await route.respond(to: request)
    }
  }

  /// Decides by the head of the request that was matched whether its body is read.
  /// - Returns: The function that responds to the body.
  /// - Throws: The errors of the handler, if the request is refused without its body.
  func admit(_ head: HTTPRequest) async throws -> HTTPBodyHandler {
    if case .route(let route) = self, case .head(let handler) = route.handler {
      return try await handler(head)
    }
    return { body in
      var request = head
      request.body = body
      return try await respond(to: request)
    }
  }
}

extension Router.Route {
  fileprivate func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    var response =
      switch handler {
      case .request(let handler): try await handler(request)
      case .head(let handler): try await handler(request.head)(request.body)
      }
    if request.method == .head {
      // The length of the GET response (RFC 9110 §9.3.2).
      response.fields["Content-Length"] = String(response.body.count)
      response.body = []
    }
    return response
  }
}
