import DoorwardHTTP
import DoorwardProvider
import DoorwardSessions
import DoorwardWire
import Encodings
import JOSE

/// Whose scripts may read the answer to a request: those of the origins that its application lists.
///
/// The application is the one that the request is for, before anything about it has been verified. A request whose
/// token or client differs from the application it names is refused later, so a false name makes a refusal readable
/// and no more.
struct ReadableOrigins: Sendable {
  let applications: ApplicationDirectory

  /// Whether scripts of `origin` may read the answer to `request`.
  func admit(_ origin: String, to request: HTTPRequest) -> Bool {
    // A browser asks beforehand without the fields that name the application. The answer says nothing about one.
    if request.isPreflight { return applications.lists(origin: origin) }
    if let name = request.fields[WireHeader.application] { return lists(name, origin) }
    if WirePath.oauthCalls.contains(request.path), let form = try? OAuthParameters(request) {
      if let client = form["client_id"] { return lists(client, origin) }
      // A token may be revoked without naming its application, and the answer is empty.
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
  /// Whether a browser asks if it may send a request (Fetch §4.8).
  var isPreflight: Bool {
    method == .options && fields.contains("Origin") && fields.contains("Access-Control-Request-Method")
  }
}
