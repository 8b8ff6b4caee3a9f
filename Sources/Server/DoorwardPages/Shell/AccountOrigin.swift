package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// Restricts the cookie routes to the hosted page. It refuses a request that another site, another origin of the same
/// site or a form could have sent, before any route reads a cookie.
///
/// It checks three independent signs: `Origin`, Fetch Metadata, and a content type that forms cannot
/// send. The browser checks a fourth: `SameSite=Strict`.
package struct AccountOrigin: RequestCheck {
  package let origin: WebOrigin

  package init(
    origin: WebOrigin
  ) {
    self.origin = origin
  }

  package func check(_ request: HTTPRequest) throws {
    guard request.path.hasPrefix("/session/") else { return }
    if let site = request.fields["Sec-Fetch-Site"], site != "same-origin" {
      // This also refuses a typed address (`none`): the JSON routes are not for users to open.
      throw Self.refusal
    }
    if request.method == .get || request.method == .head {
      if let claimed = request.fields["Origin"], !accepts(claimed) { throw Self.refusal }
    } else {
      guard let claimed = request.fields["Origin"], accepts(claimed) else { throw Self.refusal }
      // A form has no image and no PUT.
      let type = try request.mediaType()?.essence
      let isPhoto = PhotoRoutes.hasLargeBody(request) && type?.hasPrefix("image/") == true
      guard isPhoto || type == "application/json" else {
        throw Problem(
          status: 415, code: WireCode.unsupportedMediaType, detail: "The body must be application/json.")
      }
    }
  }

  private func accepts(_ claimed: String) -> Bool { claimed == "\(origin)" }

  private static var refusal: Problem {
    Problem(
      status: 403, code: WireCode.crossOrigin, detail: "Only the pages of this server may send this request.")
  }
}

extension HTTPRequest {
  /// Refuses a request that another page sends to load, frame or fetch an address that the user should open (Fetch
  /// Metadata §2.1). Such requests would use up the limit of the user's network. A request without the field is
  /// accepted.
  ///
  /// - Throws: `Problem` 403 `cross_origin`.
  package func requireNavigation() throws(Problem) {
    guard fields["Sec-Fetch-Dest"] ?? "document" == "document" else {
      throw Problem(
        status: 403, code: WireCode.crossOrigin,
        detail: "This address opens as a page. Other pages cannot load, frame or fetch it.")
    }
  }
}
