import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardServerRules
import DoorwardSessions
import DoorwardWire
import Encodings
import JOSE

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

/// The origins whose scripts may read the answer to a request. The application of the request lists them.
///
/// The application is not verified at this point. A later check refuses a request whose token or client differs from
/// the named application, so a false name makes only a refusal readable.
struct ReadableOrigins: Sendable {
  let applications: ApplicationDirectory

  /// Whether scripts of `origin` may read the answer to `request`.
  func admit(_ origin: String, to request: HTTPRequest) -> Bool {
    // A preflight lacks the fields that name the application. Its answer reveals nothing about an application.
    if request.isPreflight { return applications.lists(origin: origin) }
    if let name = request.fields[WireHeader.application] { return lists(name, origin) }
    if WirePath.oauthCalls.contains(request.path), let form = try? OAuthParameters(request) {
      if let client = form["client_id"] { return lists(client, origin) }
      // A revocation need not name its application, and its answer is empty.
      if request.path == WirePath.revoke { return applications.lists(origin: origin) }
    }
    if let token = (try? request.bearerToken()) ?? nil,
      let client = (try? JWT(token))?.unverifiedClaims.all["client_id"]?.string
    {
      return lists(client, origin)
    }
    return applications.standard.origins.contains(origin)
  }

  private func lists(_ application: String, _ origin: String) -> Bool {
    applications[application]?.origins.contains(origin) ?? false
  }
}

extension HTTPRequest {
  /// Whether the request is a CORS preflight (Fetch §4.8).
  var isPreflight: Bool {
    method == .options && fields.contains("Origin") && fields.contains("Access-Control-Request-Method")
  }
}

/// Refuses OAuth calls from websites that no application lists. Any form can send such a call, so a foreign page could
/// use up the request limit of each visitor's network.
struct ForeignForms: RequestCheck {
  let applications: ApplicationDirectory

  func check(_ request: HTTPRequest) throws {
    guard WirePath.oauthCalls.contains(request.path), let site = request.fields["Sec-Fetch-Site"],
      ["cross-site", "same-site"].contains(site), let origin = request.fields["Origin"],
      !applications.lists(origin: origin)
    else { return }
    throw Problem(
      status: 403, code: WireCode.crossOrigin,
      detail:
        "Scripts and forms of this origin may not call this server. The operator can list the origin in origins."
    )
  }
}
