package import DoorwardHTTP
import DoorwardHTTPTypes
package import DoorwardSessions
import DoorwardWire

/// Restricts the requests with a cookie to the pages of the administration, before any route reads it. A request with a key is not
/// from a browser: another site cannot send the key.
///
/// As on the account origin, the check uses three independent signs: `Origin`, Fetch Metadata, and a content type that forms cannot
/// send. The browser checks a fourth: `SameSite=Strict`.
package struct AdministrationOrigin: RequestCheck {
  private let origin: WebOrigin

  package init(origin: WebOrigin) { self.origin = origin }

  package func check(_ request: HTTPRequest) throws {
    let isForm = request.path == AdministrationPath.signIn && request.method == .post
    guard isForm || request.path.hasPrefix("\(AdministrationPath.api)/"),
      !request.fields.contains("Authorization")
    else { return }
    if let site = request.fields["Sec-Fetch-Site"], site != "same-origin" { throw Self.refusal }
    let claimed = request.fields["Origin"]
    if request.method == .get || request.method == .head {
      guard claimed ?? "\(origin)" == "\(origin)" else { throw Self.refusal }
      return
    }
    guard claimed == "\(origin)" else { throw Self.refusal }
    let type = try request.mediaType()?.essence
    guard isForm || type == "application/json" else {
      throw Problem(
        status: 415, code: WireCode.unsupportedMediaType, detail: "The body must be application/json.")
    }
  }

  private static var refusal: Problem {
    Problem(
      status: 403, code: WireCode.crossOrigin,
      detail: "Only the pages of the administration may send this request.")
  }
}
