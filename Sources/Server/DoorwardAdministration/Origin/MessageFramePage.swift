import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPages
import DoorwardSessions

/// The page in which the dashboard shows the HTML of a message.
///
/// It has no data: the dashboard sends it the HTML, which it shows in a frame without scripts. Its own origin is opaque, and its
/// policy allows no request except for its script, so the images of other hosts are not loaded.
struct MessageFramePage: Sendable {
  static let path = "\(PreviewPage.path)/message"
  private static let script = "\(PreviewPage.path)\(WebFiles.message_js.address)"

  /// The origin of the administration, whose pages may frame the page.
  let origin: WebOrigin

  func register(in router: inout Router) {
    let text = WebFiles.message_html.replacing(WebFiles.message_js.address, with: Self.script)
    router.on(.get, Self.path, by: .browser) { _ in page(text) }
    router.on(.get, Self.script, by: .anyone) { request in
      PreviewPage.opened(WebFiles.message_js.response(to: request))
    }
  }

  private func page(_ text: String) -> HTTPResponse {
    var response = HTTPResponse.html(text)
    // The frame inside inherits the policy. Messages have their styles in themselves.
    response.fields["Content-Security-Policy"] = """
      sandbox allow-scripts; default-src 'none'; script-src \(origin)\(Self.script); \
      style-src 'unsafe-inline'; img-src data:; form-action 'none'; frame-ancestors \(origin); base-uri 'none'
      """
    response.fields["X-Frame-Options"] = "SAMEORIGIN"
    response.fields["Cache-Control"] = "no-store"
    return response
  }
}
