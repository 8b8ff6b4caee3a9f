import DoorwardHTTP
import DoorwardSessions

/// CORS for the API, for the origins that the application of the request lists and for no others (Fetch §3.2).
///
/// No credentials are allowed across origins: `/v1` reads no cookie, a bearer is set by script. It stands
/// around everything that words a refusal: a script that may call must also be able to read why not.
struct CrossOrigin: Middleware {
  let applications: ApplicationDirectory

  func respond(to request: HTTPRequest, context: RequestContext, next: HTTPHandler) async throws
    -> HTTPResponse
  {
    let isPublic = request.path.hasPrefix("/.well-known/") || request.path == "/openapi.json"
    guard isPublic || request.path.hasPrefix("/v1/") else { return try await next(request, context) }
    let readers = ReadableOrigins(applications: applications)
    let origin = request.fields["Origin"].flatMap { isPublic || readers.admit($0, to: request) ? $0 : nil }
    var response = try await next(request, context)
    // No route takes a preflight. Any other refusal stands: of a request that is malformed, or for another origin.
    if request.isPreflight, response.status < 400 || [404, 405].contains(response.status) {
      response = .noContent
      if origin != nil {
        response.fields["Access-Control-Allow-Methods"] = "GET, POST, PATCH, PUT, DELETE"
        response.fields["Access-Control-Allow-Headers"] =
          "Authorization, Content-Type, Doorward-Application, Idempotency-Key"
        response.fields["Access-Control-Max-Age"] = "600"
      }
    } else if origin != nil {
      response.fields["Access-Control-Expose-Headers"] = "WWW-Authenticate, Retry-After"
      response.fields["Cross-Origin-Resource-Policy"] = "cross-origin"
    }
    if let origin { response.fields["Access-Control-Allow-Origin"] = origin }
    // Also if no origin was named: a cache must not answer a script with a response that it kept for another caller.
    response.fields.append("Vary", isPublic ? "Origin" : "Origin, Doorward-Application")
    return response
  }
}
