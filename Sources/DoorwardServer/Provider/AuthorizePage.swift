import HTTPCore

/// The pages of the authorization endpoint: the one that asks, and the one that says why nothing is asked.
struct AuthorizePage: Sendable {
  let account: AccountPage
  private let questionTemplate = PageTemplate(PackageResources.authorize_html)
  private let endSessionTemplate = PageTemplate(PackageResources.end_session_html)
  private let refusalTemplate = PageTemplate(PackageResources.refusal_html)

  init(_ account: AccountPage) { self.account = account }

  /// The page that asks; its script hands the ticket, the sealed request, back.
  func question(_ ticket: String) -> HTTPResponse {
    page(questionTemplate.filled(["ticket": ticket]), status: 200)
  }

  /// The page that signs out, or asks whether to.
  func endSession(_ ticket: String) -> HTTPResponse {
    page(endSessionTemplate.filled(["ticket": ticket]), status: 200)
  }

  func refusal(_ refusal: AuthorizationRefusal) -> HTTPResponse {
    page(refusalTemplate.filled(["title": refusal.title, "detail": refusal.detail]), status: 400)
  }

  private func page(_ text: String, status: Int) -> HTTPResponse {
    var response = account.response([UInt8](text.utf8), status: status)
    response.fields["Cache-Control"] = "no-store"
    return response
  }
}
