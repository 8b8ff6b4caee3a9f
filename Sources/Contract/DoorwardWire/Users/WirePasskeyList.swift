package import Encodings

/// The passkeys of a user, and how the authenticators name the user.
package struct WirePasskeyList: Sendable, Hashable {
  /// The oldest first.
  package var passkeys: [WirePasskey]
  /// The user in the authenticators, in base64url.
  package var userHandle: String
  /// nil if the application offers no passkeys.
  package var relyingPartyID: String?

  /// Reads an answer; nil without items or user handle.
  package init?(_ value: JSONValue) {
    guard let items = value[Members.items]?.array, let handle = value[Members.userHandle]?.string else {
      return nil
    }
    passkeys = items.compactMap(WirePasskey.init)
    userHandle = handle
    relyingPartyID = value[Members.relyingPartyID]?.string
  }

  package enum Members {
    package static var items: String { "items" }
    package static var userHandle: String { "user_handle" }
    package static var relyingPartyID: String { "rp_id" }
  }
}
