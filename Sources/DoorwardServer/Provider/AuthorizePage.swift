import HTTPCore

/// The pages of the authorization endpoint: the one that asks, and the one that says why nothing is asked.
struct AuthorizePage: Sendable {
  let account: AccountPage
  private let refusalTemplate = PageTemplate(PackageResources.refusal_html)

  init(_ account: AccountPage) { self.account = account }

  /// The page that asks; its script hands the ticket, the sealed request, back.
  func question(_ ticket: String) -> HTTPResponse {
    page(HostedPage.authorize.filled(ticket: ticket), status: 200)
  }

  /// The page that signs out, or asks whether to.
  func endSession(_ ticket: String) -> HTTPResponse {
    page(HostedPage.endSession.filled(ticket: ticket), status: 200)
  }

  func refusal(_ refusal: AuthorizationRefusal) -> HTTPResponse {
    page(
      [UInt8](refusalTemplate.filled(["title": refusal.title, "detail": refusal.detail]).utf8), status: 400)
  }

  private func page(_ text: [UInt8], status: Int) -> HTTPResponse {
    var response = account.response(text, status: status)
    response.fields["Cache-Control"] = "no-store"
    return response
  }
}
