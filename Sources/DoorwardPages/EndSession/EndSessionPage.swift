package import DoorwardHTTP
package import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// The page that signs out for a client, and the page that offers to sign out if the client's link is refused.
package struct EndSessionPage: Sendable {
  package let account: AccountPage

  package init(_ account: AccountPage) { self.account = account }

  /// The page that signs out or asks the user first. Its script sends the ticket, the sealed request, back.
  package func question(_ ticket: String) -> HTTPResponse {
    account.unkept(HostedPage.endSession.filled(ticket: ticket))
  }

  /// The user can still sign out. The link opens the same page without the refused parameters.
  package func refusal(_ refusal: EndSessionRefusal) -> HTTPResponse {
    let path = WirePath.endSession
    return RefusalPage(account).response(
      PageTexts(refusal),
      link: refusal.clientID.map { path.appendingQuery([("client_id", $0)]) } ?? path, status: 400)
  }
}
