import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardSessions
import DoorwardWire

/// CORS for the API (Fetch §3.2). Only the origins that the application of the request lists may read answers.
///
/// Cross-origin requests carry no credentials, because `/v1` does not read cookies and scripts set the bearer token.
/// Refusals get the fields too, so that a script can read them.
struct CrossOrigin: ResponseStep {
  let applications: ApplicationDirectory

  func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
    let isPublic = request.path.hasPrefix("/.well-known/") || request.path == WirePath.openAPI
    guard isPublic || request.path.hasPrefix("/v1/") else { return }
    let readers = ReadableOrigins(applications: applications)
    let origin = request.fields["Origin"].flatMap { isPublic || readers.admit($0, to: request) ? $0 : nil }
    // Routes do not handle preflights, so 404 and 405 become 204. Other refusals stay, such as a malformed request.
    if request.isPreflight, response.status < 400 || [404, 405].contains(response.status) {
      response = .noContent
      if origin != nil {
        response.fields["Access-Control-Allow-Methods"] = "GET, POST, PATCH, PUT, DELETE"
        response.fields["Access-Control-Allow-Headers"] =
          "Authorization, Content-Type, Doorward-Application, Doorward-Device, Idempotency-Key"
        response.fields["Access-Control-Max-Age"] = "600"
      }
    } else if origin != nil {
      response.fields["Access-Control-Expose-Headers"] = "WWW-Authenticate, Retry-After, Doorward-Device"
      response.fields["Cross-Origin-Resource-Policy"] = "cross-origin"
    }
    if let origin { response.fields["Access-Control-Allow-Origin"] = origin }
    // `Vary` is set without an origin too: a cache must not reuse another caller's response for a script.
    response.fields.append("Vary", isPublic ? "Origin" : "Origin, Doorward-Application")
  }
}
