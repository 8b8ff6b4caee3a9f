package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// Why a client's link to sign out is not followed as it stands: nobody is sent on by it (OpenID Connect
/// RP-Initiated Logout §3). The person came to sign out all the same, and is offered that.
package struct EndSessionRefusal: Error, Sendable {
  package let detail: String
  /// The client, where it is one.
  package let clientID: String?

  package static var unknownClient: EndSessionRefusal {
    EndSessionRefusal(
      detail:
        "The app that sent you here is not registered with this server, so you cannot be sent back to it.",
      clientID: nil)
  }

  package static func unlistedReturn(_ application: Application) -> EndSessionRefusal {
    EndSessionRefusal(
      detail:
        "\(application.name) asks to sign you out here, and to send you on to an address that it has not listed. You will not be sent there.",
      clientID: application.id)
  }

  package static func unusableState(_ application: Application) -> EndSessionRefusal {
    EndSessionRefusal(
      detail:
        "\(application.name) asks to sign you out here, and has sent more along than can be sent back. You will not be sent back to it.",
      clientID: application.id)
  }

  package static var unreadable: EndSessionRefusal {
    EndSessionRefusal(
      detail: "The link that brought you here is broken, so nobody knows which app you came from.",
      clientID: nil)
  }
}
