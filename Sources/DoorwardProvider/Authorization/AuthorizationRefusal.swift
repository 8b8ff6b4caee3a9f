import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// The reason why an authorization request stops without a redirect: its client or its redirect URI cannot be
/// trusted. The page tells the user (RFC 6749 §4.1.2.1).
package struct AuthorizationRefusal: Error, Sendable {
  package let title: String
  package let detail: String

  package static var unknownClient: AuthorizationRefusal {
    AuthorizationRefusal(
      title: "Unknown app",
      detail: "The app that sent you here is not registered with this server. Tell the developer of the app.")
  }

  package static func unlistedRedirect(_ name: String) -> AuthorizationRefusal {
    AuthorizationRefusal(
      title: "This link leads to an unknown address",
      detail:
        "The link leads to an address that \(name) has not registered. It may be an attempt to take over your sign-in. Start again from the app itself."
    )
  }

  package static var unusableState: AuthorizationRefusal {
    AuthorizationRefusal(
      title: "This link cannot be used",
      detail:
        "The app that sent you here has sent too much data. Tell the developer of the app.")
  }

  package static var unreadable: AuthorizationRefusal {
    AuthorizationRefusal(
      title: "This link cannot be read",
      detail: "The link that brought you here is broken. Start again from the app.")
  }
}
