package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The reason why a client's sign-out link does not redirect the user (OpenID Connect RP-Initiated Logout §3). The page
/// still offers to sign the user out.
package struct EndSessionRefusal: Error, Sendable {
  package let detail: String
  /// The client, if it is known.
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
        "\(application.name) asks to sign you out here, and then to open an address that it has not registered. The address will not be opened.",
      clientID: application.id)
  }

  package static func unusableState(_ application: Application) -> EndSessionRefusal {
    EndSessionRefusal(
      detail:
        "\(application.name) asks to sign you out here, and has sent too much data. You cannot be sent back to it.",
      clientID: application.id)
  }

  package static var unreadable: EndSessionRefusal {
    EndSessionRefusal(
      detail: "The link that brought you here is broken, so the app that sent you is unknown.",
      clientID: nil)
  }
}
