internal import DoorwardWire
internal import Encodings
public import Foundation

/// The signed-in user.
public struct DoorwardUser: Sendable, Hashable, Identifiable {
  /// The credential that the app sends to its backends.
  public let credential: DoorwardCredential
  /// The user's profile and identities.
  public let info: DoorwardUserInfo
  /// Whether the server has confirmed the session since the app was started. If the app starts without a network,
  /// the user stays signed in and this is false.
  public let isVerified: Bool

  /// The id, which never changes.
  public var id: String { info.id }
}

/// The credential that the app sends to its backends.
public struct DoorwardCredential: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The access token, a JWT. It expires within minutes: ``Doorward/Doorward/accessToken()`` returns a fresh one.
  public let accessToken: String

  public var description: String { "DoorwardCredential" }
  public var debugDescription: String { description }
  // A dump of the state must not show the token either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The profile and the identities of a user.
public struct DoorwardUserInfo: Sendable, Hashable {
  /// The id, which never changes.
  public let id: String
  /// Whether the user is anonymous: the user has no proven identity yet.
  public let isAnonymous: Bool
  /// The display name.
  public let name: String?
  /// The given name.
  public let firstName: String?
  /// The family name.
  public let lastName: String?
  /// The email address; ``isEmailVerified`` says whether it is verified.
  public let email: String?
  /// Whether the email address is verified.
  public let isEmailVerified: Bool
  /// The phone number in the form of E.164: `+15551234567`.
  public let phoneNumber: String?
  /// Whether the phone number is verified.
  public let isPhoneNumberVerified: Bool
  /// The name that the user signs in with.
  public let username: String?
  /// Whether the user has a password.
  public let hasPassword: Bool
  /// The URL of the photo.
  public let picture: String?
  /// The user's language as a BCP 47 tag.
  public let locale: String?
  /// The time the user was created.
  public let createdAt: Date?
  /// The time of the last sign-in.
  public let lastSignInAt: Date?
  /// The metadata that the app stores about the user.
  public let metadata: DoorwardJSON
  /// The metadata that backends store about the user; the app can read it and cannot change it.
  public let appMetadata: DoorwardJSON
  /// The identities that the user can sign in with.
  public let identities: [DoorwardIdentity]

  init?(_ value: JSONValue) {
    guard let user = WireUser(value) else { return nil }
    id = user.id
    isAnonymous = user.isAnonymous
    name = user.name
    firstName = user.firstName
    lastName = user.lastName
    email = user.email
    isEmailVerified = user.isEmailVerified
    phoneNumber = user.phoneNumber
    isPhoneNumberVerified = user.isPhoneNumberVerified
    username = user.username
    hasPassword = user.hasPassword
    picture = user.picture
    locale = user.locale
    createdAt = user.createdAt
    lastSignInAt = user.lastSignInAt
    metadata = DoorwardJSON(user.metadata)
    appMetadata = DoorwardJSON(user.appMetadata)
    identities = user.identities.map { DoorwardIdentity($0) }
  }
}
