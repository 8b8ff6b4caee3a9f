import DoorwardHTTP
import DoorwardProvider
import DoorwardSessions
import DoorwardWire

/// Keeps websites that no application lists from OAuth's calls, whose bodies any form can have: a page could make
/// each visitor's browser use up what their network may do, though it may read no answer.
struct ForeignForms: Middleware {
  let applications: ApplicationDirectory

  func respond(to request: HTTPRequest, context: RequestContext, next: HTTPHandler) async throws
    -> HTTPResponse
  {
    guard WirePath.oauthCalls.contains(request.path), let site = request.fields["Sec-Fetch-Site"],
      ["cross-site", "same-site"].contains(site), let origin = request.fields["Origin"],
      !applications.lists(origin: origin)
    else { return try await next(request, context) }
    throw Problem(
      status: 403, code: WireCode.crossOrigin,
      detail: "Scripts and forms of this origin may not call this server. Its operator can list it: origins.")
  }
}
