import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardWire

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
