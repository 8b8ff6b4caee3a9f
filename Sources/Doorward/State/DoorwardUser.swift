internal import DoorwardWire
internal import Encodings
public import Foundation

/// The person who is signed in.
public struct DoorwardUser: Sendable, Hashable, Identifiable {
  /// What a backend is shown.
  public let credential: DoorwardCredential
  /// What is known of the person.
  public let info: DoorwardUserInfo
  /// Whether the server has confirmed the session since the app was started. A person who starts the app
  /// without a network is signed in all the same, and this says that nobody could be asked.
  public let isVerified: Bool

  /// The id, which never changes.
  public var id: String { info.id }
}

/// What a backend is shown.
public struct DoorwardCredential: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The access token, a JWT. It is good for minutes: ask ``Doorward/Doorward/accessToken()`` for one that is fresh.
  public let accessToken: String

  public var description: String { "DoorwardCredential" }
  public var debugDescription: String { description }
  // A dump of the state must not show it either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What is known of a person.
public struct DoorwardUserInfo: Sendable, Hashable {
  /// The id, which never changes.
  public let id: String
  /// Whether the person has proven nothing yet.
  public let isAnonymous: Bool
  /// What they are called, as they want to be shown.
  public let name: String?
  /// The given name.
  public let firstName: String?
  /// The family name.
  public let lastName: String?
  /// The address that was proven, or is to be.
  public let email: String?
  /// Whether the address was proven.
  public let isEmailVerified: Bool
  /// In the form of E.164: `+15551234567`.
  public let phoneNumber: String?
  /// Whether the number was proven.
  public let isPhoneNumberVerified: Bool
  /// The name they sign in with.
  public let username: String?
  /// The address of the photo.
  public let picture: String?
  /// Their language, as BCP 47 names it.
  public let locale: String?
  /// When they came.
  public let createdAt: Date?
  /// When they last proved who they are.
  public let lastSignInAt: Date?
  /// What the app keeps of the person.
  public let metadata: DoorwardJSON
  /// What backends keep of the person; the app reads it and cannot write it.
  public let appMetadata: DoorwardJSON
  /// The ways in.
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
    picture = user.picture
    locale = user.locale
    createdAt = user.createdAt
    lastSignInAt = user.lastSignInAt
    metadata = DoorwardJSON(user.metadata)
    appMetadata = DoorwardJSON(user.appMetadata)
    identities = user.identities.map { DoorwardIdentity($0) }
  }
}
