import DoorwardHTTP

extension HTTPRequest {
  /// Refuses what a page loads, frames or fetches where a person should have been sent (Fetch Metadata §2.1): it
  /// shows them nothing, and would use up what their network may do. Who says nothing of it is believed.
  ///
  /// - Throws: ``Problem`` 403 `cross_origin`.
  func requireNavigation() throws(Problem) {
    guard fields["Sec-Fetch-Dest"] ?? "document" == "document" else {
      throw Problem(
        status: 403, code: "cross_origin",
        detail: "This address is opened as a page of its own: no other page can load, frame or fetch it.")
    }
  }
}

/// Keeps websites that no application lists from OAuth's calls, whose bodies any form can have: a page could make
/// each visitor's browser use up what their network may do, though it may read no answer.
struct ForeignForms: Middleware {
  let applications: ApplicationDirectory

  func respond(to request: HTTPRequest, context: RequestContext, next: HTTPHandler) async throws
    -> HTTPResponse
  {
    guard TokenRoutes.oauthPaths.contains(request.path), let site = request.fields["Sec-Fetch-Site"],
      ["cross-site", "same-site"].contains(site), let origin = request.fields["Origin"],
      !applications.lists(origin: origin)
    else { return try await next(request, context) }
    throw Problem(
      status: 403, code: "cross_origin",
      detail: "Scripts and forms of this origin may not call this server. Its operator can list it: origins.")
  }
}
