import DoorwardHTTP
import DoorwardSessions
package import DoorwardStore
package import Encodings

/// A user as an application sees them.
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

  /// The view of one application, of a user who has been read.
  package init(_ user: User, for applicationID: String, in snapshot: any StoreReading) throws {
    self.user = user
    identities = try snapshot.identities(of: user.id)
    appMetadata = try snapshot.grant(of: user.id, to: applicationID)?.appMetadata ?? JSONObject()
  }

  /// User, as far as scopes allow.
  ///
  /// Every member is there, so that a client always reads one shape. A member that the scopes do not open is null
  /// or empty.
  ///
  /// - Parameter scopes: the granted scopes; `account` opens everything.
  /// - Returns: User.
  package func json(within scopes: Scopes) -> JSONValue {
    let isWhole = scopes.contains(.account)
    let seesUser = isWhole || scopes.contains(.userRead)
    let profile = seesUser || scopes.contains(.profile) ? user.profile : Profile()
    return [
      "id": .string(user.id.text), "kind": .string(user.kind.rawValue), "created_at": .time(user.createdAt),
      "name": .text(profile.name), "first_name": .text(profile.firstName),
      "last_name": .text(profile.lastName),
      "email": nil, "email_verified": false, "phone_number": nil, "phone_number_verified": false,
      "username": nil, "picture": nil, "locale": .text(profile.locale),
      "metadata": .object(isWhole ? user.metadata : JSONObject()), "app_metadata": .object(appMetadata),
      "identities": .array(seesUser ? identities.map(\.json) : []), "has_password": false,
      "last_sign_in_at": .time(seesUser ? user.lastSignInAt : nil),
    ]
  }
}
