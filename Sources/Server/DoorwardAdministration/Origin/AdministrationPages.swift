import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardPages
import DoorwardSessions
import Encodings

/// The pages of the administration: the dashboard, which asks the server for its data, the owner link, and refusals.
struct AdministrationPages: Sendable {
  /// The reasons why a sign-in did not end with a session.
  enum Refusal: Sendable {
    case invalidLink, interrupted, notAdministrator

    fileprivate var title: String {
      switch self {
      case .invalidLink: "This link is no longer valid"
      case .interrupted: "The sign-in was interrupted"
      case .notAdministrator: "You are not an administrator"
      }
    }

    fileprivate var text: String {
      switch self {
      case .invalidLink:
        "It was used, it has expired, or a newer one was made. Run doorward admin claim for a new link."
      case .interrupted: "It took too long, it was canceled, or this browser did not begin it."
      case .notAdministrator:
        "This server does not list your account as an administrator. An owner can add it with doorward admin administrator add."
      }
    }
  }

  /// The origin of the administration.
  let origin: WebOrigin
  /// The account origin, to which the form of the owner link leads. It is also the issuer of tokens.
  let accounts: WebOrigin

  func register(in router: inout Router) {
    let dashboard = Self.dashboardPage.filled(["issuer": "\(accounts)"])
    for path in AdministrationPath.views {
      router.on(.get, path, by: .browser) { _ in page(dashboard) }
    }
    router.on(.get, AdministrationPath.claim, by: .browser) { _ in
      var response = page(WebFiles.claim_html)
      // With `no-referrer`, a browser sends the form with `Origin: null`, as forms of other sites.
      response.fields["Referrer-Policy"] = "same-origin"
      return response
    }
    MessageFramePage(origin: origin).register(in: &router)
    PageAsset.register(
      [WebFiles.claim_js, WebFiles.dashboard_css, WebFiles.dashboard_js, WebFiles.icon_svg], in: &router)
  }

  private static let dashboardPage = PageTemplate(WebFiles.dashboard_html)
  private static let refusalPage = PageTemplate(WebFiles.statement_html)

  /// The page of a refusal.
  func refusal(_ refusal: Refusal) -> HTTPResponse {
    page(Self.refusalPage.filled(["title": refusal.title, "text": refusal.text]), status: 403)
  }

  /// A page without data of a user.
  private func page(_ text: String, status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse.html(text, status: status)
    // Photos have addresses at the account origin, and logos of applications are `data:` addresses. The form of the owner link ends there, and `form-action` also holds for its
    // redirects. Scripts cannot make markup of a text (`require-trusted-types-for`).
    response.fields["Content-Security-Policy"] = """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: \(accounts); \
      connect-src 'self'; frame-src \(origin)\(PreviewPage.path) \(origin)\(MessageFramePage.path); form-action 'self' \(accounts); \
      frame-ancestors 'none'; base-uri 'none'; \
      require-trusted-types-for 'script'; trusted-types 'none'
      """
    response.fields["Cache-Control"] = "no-store"
    return response
  }
}
