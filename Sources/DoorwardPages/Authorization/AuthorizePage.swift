package import DoorwardHTTP
package import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The page of the authorization endpoint, and the page that explains a refused request.
package struct AuthorizePage: Sendable {
  package let account: AccountPage

  package init(_ account: AccountPage) { self.account = account }

  /// The page that asks the user. Its script sends the ticket, the sealed request, back.
  package func question(_ ticket: String) -> HTTPResponse {
    account.unkept(HostedPage.authorize.filled(ticket: ticket))
  }

  package func refusal(_ refusal: AuthorizationRefusal) -> HTTPResponse {
    RefusalPage(account).response(PageTexts(refusal), status: 400)
  }
}
