import DoorwardHTTP
import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

/// A user as an application sees the user.
package struct UserView: Sendable {
  package let user: User
  /// The user's identities, oldest first.
  package let identities: [Identity]
  /// The data that the application's own backends keep.
  package let appMetadata: JSONObject

  /// The view of one application.
  ///
  /// - Returns: nil if there is no such user.
  package init?(of id: User.ID, for applicationID: String, in snapshot: any StoreReading) throws {
    guard let user = try snapshot.user(id) else { return nil }
    try self.init(user, for: applicationID, in: snapshot)
  }

  /// The view of one application, for a user that was already read.
  package init(_ user: User, for applicationID: String, in snapshot: any StoreReading) throws {
    self.user = user
    identities = try snapshot.identities(of: user.id)
    appMetadata = try snapshot.grant(of: user.id, to: applicationID)?.appMetadata ?? JSONObject()
  }

  /// The User of the HTTP contract, limited to the members that the scopes allow.
  ///
  /// Every member is present, so that the object always has the same members. A member that the scopes do not open is
  /// null or empty.
  ///
  /// - Parameter scopes: the granted scopes; `account` opens everything.
  /// - Returns: the User object.
  package func json(within scopes: Scopes) -> JSONValue {
    let isWhole = scopes.contains(.account)
    let seesUser = isWhole || scopes.contains(.userRead)
    let profile = seesUser || scopes.contains(.profile) ? user.profile : Profile()
    return [
      WireUser.Members.id: .string(user.id.text), WireUser.Members.kind: .string(user.kind.rawValue),
      WireUser.Members.createdAt: .time(user.createdAt),
      WireUser.Members.name: .text(profile.name), WireUser.Members.firstName: .text(profile.firstName),
      WireUser.Members.lastName: .text(profile.lastName),
      WireUser.Members.email: nil, WireUser.Members.emailVerified: false, WireUser.Members.phoneNumber: nil,
      WireUser.Members.phoneNumberVerified: false,
      WireUser.Members.username: nil, WireUser.Members.picture: nil,
      WireUser.Members.locale: .text(profile.locale),
      WireUser.Members.metadata: .object(isWhole ? user.metadata : JSONObject()),
      WireUser.Members.appMetadata: .object(appMetadata),
      WireUser.Members.identities: .array(seesUser ? identities.map(\.json) : []),
      WireUser.Members.hasPassword: false,
      WireUser.Members.lastSignInAt: .time(seesUser ? user.lastSignInAt : nil),
    ]
  }
}
