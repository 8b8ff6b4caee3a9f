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

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - items: the passkeys as identities, the oldest first.
  ///   - userHandle: the user in the authenticators.
  ///   - relyingPartyID: nil if the application offers no passkeys.
  /// - Returns: the answer.
  package static func json(
    items: [JSONValue], userHandle: [UInt8], relyingPartyID: String?
  ) -> JSONObject {
    var object: JSONObject = [
      Members.items: .array(items), Members.userHandle: .string(Base64URL.encode(userHandle)),
    ]
    if let relyingPartyID { object[Members.relyingPartyID] = .string(relyingPartyID) }
    return object
  }

  package enum Members {
    package static var items: String { "items" }
    package static var userHandle: String { "user_handle" }
    package static var relyingPartyID: String { "rp_id" }
  }
}
