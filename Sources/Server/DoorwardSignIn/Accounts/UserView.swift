import DoorwardHTTP
import DoorwardSessions
package import DoorwardStore
import DoorwardWire
package import Encodings

/// The data of a user that an application can read.
package struct UserView: Sendable {
  package let user: User
  /// The user's identities, oldest first.
  package let identities: [Identity]
  /// The data that the application's own backends keep.
  package let appMetadata: JSONObject
  /// The roles that the user has got in the application. It may no longer list one: see ``Application/roles(of:)``.
  package let roles: [String]

  /// The view of one application.
  ///
  /// - Returns: nil if there is no such user.
  package init?(of id: User.ID, for applicationID: String, in snapshot: any StoreReading) throws {
    guard let user = try snapshot.user(id) else { return nil }
    try self.init(user, for: applicationID, in: snapshot)
  }

  /// The view of one application, for a user that was already read.
  package init(_ user: User, for applicationID: String, in snapshot: any StoreReading) throws {
    try self.init(user, snapshot.identities(of: user.id), nil, for: applicationID, in: snapshot)
  }

  /// The view of one application, for a user and identities that were already read. The grant is read if it is nil.
  package init(
    _ user: User, _ identities: [Identity], _ grant: ApplicationGrant?, for applicationID: String,
    in snapshot: any StoreReading
  ) throws {
    self.user = user
    self.identities = identities
    let grant = try grant ?? snapshot.grant(of: user.id, to: applicationID)
    appMetadata = grant?.appMetadata ?? JSONObject()
    roles = grant?.roles ?? []
  }

  /// The view of the application whose grant was read.
  package init(_ entry: UserEntry) {
    user = entry.user
    identities = entry.identities
    appMetadata = entry.grant?.appMetadata ?? JSONObject()
    roles = entry.grant?.roles ?? []
  }

  /// The view of a user that the same transaction has made. No backend has written data of a new user.
  package init(ofNew user: User, _ identities: [Identity]) {
    self.user = user
    self.identities = identities
    appMetadata = JSONObject()
    roles = []
  }

  /// The User of the HTTP contract, limited to the members that the scopes allow.
  ///
  /// Every member is present, so that the object always has the same members. A member that the scopes do not open is
  /// null or empty.
  ///
  /// - Parameters:
  ///   - scopes: the granted scopes; `account` opens everything.
  ///   - photos: the addresses of photos.
  /// - Returns: the User object.
  package func json(within scopes: Scopes, _ photos: PhotoAddresses) -> JSONValue {
    var members: [(String, JSONValue)] = []
    forEachMember(within: scopes, photos) { members.append(($0, $1)) }
    return .object(JSONObject(members))
  }

  /// Writes the members of the User object; see ``json(within:_:)``.
  package func write(within scopes: Scopes, _ photos: PhotoAddresses, to json: inout JSONWriter) {
    forEachMember(within: scopes, photos) { json.member($0, $1) }
  }

  private func forEachMember(
    within scopes: Scopes, _ photos: PhotoAddresses, _ body: (String, JSONValue) -> Void
  ) {
    let isWhole = scopes.contains(.account)
    let seesUser = isWhole || scopes.contains(.userRead)
    let seesProfile = seesUser || scopes.contains(.profile)
    let profile = seesProfile ? user.profile : Profile()
    body(WireUser.Members.id, .string(user.id.text))
    body(WireUser.Members.kind, .string(user.kind.rawValue))
    body(WireUser.Members.createdAt, .time(user.createdAt))
    for text in ProfileText.allCases { body(text.rawValue, .text(profile[text])) }
    let email = identity(.email, if: seesUser || scopes.contains(.email))
    let phone = identity(.phone, if: seesUser || scopes.contains(.phone))
    body(WireUser.Members.email, .text(email?.shownIdentifier))
    body(WireUser.Members.emailVerified, .bool(email.map { !$0.isVouched } ?? false))
    body(WireUser.Members.phoneNumber, .text(phone?.shownIdentifier))
    body(WireUser.Members.phoneNumberVerified, .bool(phone.map { !$0.isVouched } ?? false))
    body(WireUser.Members.username, .text(identity(.userName, if: seesProfile)?.shownIdentifier))
    body(WireUser.Members.picture, .text(seesProfile ? photos.url(of: user) : nil))
    body(WireUser.Members.metadata, .object(isWhole ? user.metadata : JSONObject()))
    body(WireUser.Members.appMetadata, .object(appMetadata))
    body(WireUser.Members.identities, .array(seesUser ? identities.map(\.json) : []))
    body(WireUser.Members.hasPassword, .bool(seesUser && user.hasPassword))
    body(WireUser.Members.lastSignInAt, .time(seesUser ? user.lastSignInAt : nil))
  }

  private func identity(_ kind: IdentityKey.Kind, if isVisible: Bool) -> Identity? {
    isVisible ? identities.first { $0.key.kind == kind } : nil
  }
}
