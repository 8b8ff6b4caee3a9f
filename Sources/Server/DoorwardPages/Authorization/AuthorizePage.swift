package import DoorwardHTTP
package import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import DoorwardTexts

/// The page of the authorization endpoint, and the page that explains a refused request.
package struct AuthorizePage: Sendable {
  package let account: AccountPage

  package init(_ account: AccountPage) { self.account = account }

  /// The page that asks the user. Its script sends the ticket, the sealed request, back.
  package func question(_ ticket: String, for client: Application?, _ language: Language) -> HTTPResponse {
    account.unkept(
      HostedPage.authorize.filled(language, account.look(for: client), ticket: ticket), language)
  }

  package func refusal(_ refusal: AuthorizationRefusal, _ language: Language) -> HTTPResponse {
    RefusalPage(account).response(
      PageTexts(refusal, .ofPages(language)), language, status: 400, code: refusal.code)
  }
}
