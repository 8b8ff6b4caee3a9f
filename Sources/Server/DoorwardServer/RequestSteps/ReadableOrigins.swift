import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardServerRules
import DoorwardSessions
import DoorwardWire
import Encodings
import JOSE

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
