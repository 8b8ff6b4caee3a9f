package import DoorwardHTTP
package import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import DoorwardTexts
import DoorwardWire

/// The page that signs out for a client, and the page that offers to sign out if the client's link is refused.
package struct EndSessionPage: Sendable {
  package let account: AccountPage

  package init(_ account: AccountPage) { self.account = account }

  /// The page that signs out or asks the user first. Its script sends the ticket, the sealed request, back.
  package func question(_ ticket: String, _ language: Language) -> HTTPResponse {
    account.unkept(HostedPage.endSession.filled(language, account.look(), ticket: ticket), language)
  }

  /// The user can still sign out. The link opens the same page without the refused parameters.
  package func refusal(_ refusal: EndSessionRefusal, _ language: Language) -> HTTPResponse {
    let path = WirePath.endSession
    return RefusalPage(account).response(
      PageTexts(refusal, .ofPages(language)), language,
      link: refusal.clientID.map { path.appendingQuery([("client_id", $0)]) } ?? path, status: 400,
      code: refusal.code)
  }
}
