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
      RefusalPage.Content(
        title: "Sign out here?", detail: refusal.detail,
        note: "No data was sent. You stay signed in here until you sign out.",
        link: RefusalPage.Link(
          text: "Sign out",
          address: refusal.clientID.map { path.appendingQuery([("client_id", $0)]) } ?? path)),
      status: 400)
  }
}
