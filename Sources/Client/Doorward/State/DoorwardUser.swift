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
  public var id: String { user.wire.id }
  /// Whether the user is anonymous: the user has no proven identity yet.
  public var isAnonymous: Bool { user.wire.isAnonymous }
  /// The email address; ``isEmailVerified`` says whether it is verified.
  public var email: String? { user.wire.email }
  /// Whether the email address is verified.
  public var isEmailVerified: Bool { user.wire.isEmailVerified }
  /// The phone number in the form of E.164: `+15551234567`.
  public var phoneNumber: String? { user.wire.phoneNumber }
  /// Whether the phone number is verified.
  public var isPhoneNumberVerified: Bool { user.wire.isPhoneNumberVerified }
  /// The name that the user signs in with.
  public var username: String? { user.wire.username }
  /// Whether the user has a password.
  public var hasPassword: Bool { user.wire.hasPassword }
  /// The URL of the photo; see ``photoURL(side:)``.
  public var picture: String? { user.wire.picture }

  /// The URL of the photo, a square JPEG image. Every program can read it without a token. A new photo has a new URL.
  ///
  /// - Parameter side: The pixels of a side that the app needs. The image is the smallest with at least as many: 64, 128, 256
  ///   or 512.
  /// - Returns: The URL; nil if the user has no photo.
  public func photoURL(side: Int = .max) -> URL? {
    guard let picture else { return nil }
    // The address without a size returns the largest image.
    let size = WirePhoto.sides.dropLast().first { $0 >= side }
    return URL(string: size.map { "\(picture)?\(WirePhoto.size)=\($0)" } ?? picture)
  }

  /// The time the user was created.
  public var createdAt: Date? { user.wire.createdAt }
  /// The time of the last sign-in.
  public var lastSignInAt: Date? { user.wire.lastSignInAt }
  /// The metadata that the app stores about the user.
  public var metadata: DoorwardJSON { DoorwardJSON(user.wire.metadata) }
  /// The metadata that backends store about the user; the app can read it and cannot change it.
  public var appMetadata: DoorwardJSON { DoorwardJSON(user.wire.appMetadata) }
  /// The identities that the user can sign in with.
  public var identities: [DoorwardIdentity] { user.wire.identities.map { DoorwardIdentity(wire: $0) } }

  /// All copies share one instance.
  let user: SessionUser
}

/// The user of a session, as the server describes the user. All copies of a session share one instance.
final class SessionUser: Sendable, Hashable, CustomStringConvertible {
  /// The server's JSON, which is stored unchanged.
  let json: JSONValue
  /// The user, as read from ``json``.
  let wire: WireUser

  /// Reads the server's JSON.
  ///
  /// - Throws: ``DoorwardError`` `malformed_answer`.
  init(_ json: JSONValue) throws(DoorwardError) {
    guard let wire = WireUser(json) else { throw .malformedAnswer("it is not a user", status: nil) }
    self.json = json
    self.wire = wire
  }

  /// Makes a user as the server would describe it.
  init(_ user: WireUser) {
    json = .object(user.json)
    // The JSON has times with less precision.
    wire = WireUser(json) ?? user
  }

  var info: DoorwardUserInfo { DoorwardUserInfo(user: self) }

  var description: String { json.serializedString() }

  static func == (one: SessionUser, other: SessionUser) -> Bool {
    one === other || one.json == other.json
  }

  func hash(into hasher: inout Hasher) { hasher.combine(wire.id) }
}
