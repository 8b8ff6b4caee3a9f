import DoorwardWire
import Encodings
import Foundation

/// A user of the double.
struct User: Sendable {
  let id: String
  var isAnonymous: Bool
  let createdAt: Date
  var texts: [ProfileText: String] = [:]
  var metadata: JSONObject = [:]
  var appMetadata: JSONObject = [:]
  var lastSignInAt: Date
  var password: String?
  /// The last change of the password or an address, in the order of codes and changes.
  var securedAt = 0
  /// The time of the last change of the password or an address.
  var securedTime: Date?
  var photo: Photo?
  var deletion: Deletion?
  var ban: Ban?

  /// A photo. The double stores the upload unchanged.
  struct Photo: Sendable {
    let id: String
    let createdAt: Date
    let mediaType: String
    let bytes: [UInt8]
  }

  /// A ban by the operator. It lasts until it is removed if it has no end.
  struct Ban: Sendable {
    let bannedAt: Date
    let endsAt: Date?
  }

  /// The deletion that the user has asked for.
  struct Deletion: Sendable {
    let requestedAt: Date
    let dueAt: Date
  }

  /// User of the HTTP contract. The address of the photo begins with the origin of the server.
  func json(_ identities: [Identity], at origin: String) -> JSONObject {
    var user = WireUser(id: id, isAnonymous: isAnonymous)
    user.createdAt = createdAt
    for text in ProfileText.allCases { user[text] = texts[text] }
    user.metadata = metadata
    user.appMetadata = appMetadata
    let identifier = { (type: String) in identities.first { $0.key.type == type }?.key.identifier }
    user.email = identifier(WireIdentity.Kind.email)
    user.isEmailVerified = user.email != nil
    user.phoneNumber = identifier(WireIdentity.Kind.phone)
    user.isPhoneNumberVerified = user.phoneNumber != nil
    user.username = identifier(WireIdentity.Kind.username)
    user.picture = photo.map { "\(origin)\(WirePath.photo($0.id))" }
    user.hasPassword = password != nil
    user.lastSignInAt = lastSignInAt
    var json = user.json
    json[WireUser.Members.identities] = .array(identities.map { .object($0.json) })
    return json
  }
}

/// The values of a user who signs up with a password or a passkey.
struct SignUpValues: Sendable {
  /// The id, if it was announced before the sign-up.
  var id: String?
  var name: String?
  var password: String?
  /// The user name beside the address.
  var username: Identity.Key?
}

/// The user and session that a token of a request belongs to.
struct Caller: Sendable, Equatable {
  let user: String
  let session: String
}
