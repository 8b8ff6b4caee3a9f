package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// The reason why a client's sign-out link does not redirect the user (OpenID Connect RP-Initiated Logout §3). The page
/// still offers to sign the user out.
package enum EndSessionRefusal: Error, Sendable {
  case unknownClient
  /// The client has not registered the address.
  case unlistedReturn(Application)
  /// The state is too long to send back.
  case unusableState(Application)
  /// The parameters cannot be read, or one is repeated.
  case unreadable

  /// The client, if it is known.
  package var clientID: String? {
    switch self {
    case .unlistedReturn(let application), .unusableState(let application): application.id
    case .unknownClient, .unreadable: nil
    }
  }

  /// The code of the refusal in the log.
  package var code: String {
    if case .unknownClient = self { WireCode.invalidClient } else { WireCode.invalidRequest }
  }
}
