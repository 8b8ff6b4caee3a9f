internal import Encodings
internal import Foundation

/// The person who is signed in.
public struct DoorwardUser: Sendable, Hashable, Identifiable {
  /// What a backend is shown.
  public let credential: DoorwardCredential
  /// What is known of the person.
  public let info: DoorwardUserInfo
  /// Whether the server has confirmed the session since the app was started. A person who starts the app
  /// without a network is signed in all the same, and this says that nobody could be asked.
  public let isVerified: Bool

  public var id: String { info.id }
}

/// What a backend is shown.
public struct DoorwardCredential: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  /// The access token, a JWT. It is good for minutes: ask ``Doorward/accessToken()`` for one that is fresh.
  public let accessToken: String

  public var description: String { "DoorwardCredential" }
  public var debugDescription: String { description }
}

/// What is known of a person.
public struct DoorwardUserInfo: Sendable, Hashable {
  /// The id, which never changes.
  public let id: String
  /// Whether the person has proven nothing yet.
  public let isAnonymous: Bool
  public let name: String?
  public let firstName: String?
  public let lastName: String?
  public let email: String?
  public let phoneNumber: String?
  public let username: String?
  public let picture: String?
  public let locale: String?
  /// The ways in.
  public let identities: [DoorwardIdentity]

  init?(_ value: JSONValue) {
    guard let object = value.object, let id = object["id"]?.string else { return nil }
    self.id = id
    isAnonymous = object["kind"]?.string == "anonymous"
    name = object["name"]?.string
    firstName = object["first_name"]?.string
    lastName = object["last_name"]?.string
    email = object["email"]?.string
    phoneNumber = object["phone_number"]?.string
    username = object["username"]?.string
    picture = object["picture"]?.string
    locale = object["locale"]?.string
    identities = (object["identities"]?.array ?? []).compactMap { DoorwardIdentity($0) }
  }
}

/// One way in of a person.
public struct DoorwardIdentity: Sendable, Hashable, Identifiable {
  public let id: String
  /// Such as `ethereum` or `near`.
  public let type: String
  /// The address, the account id and the like.
  public let identifier: String
  /// The network of a NEAR account.
  public let network: String?
  /// The wallet it was proven with.
  public let walletClientType: String?

  init?(_ value: JSONValue) {
    guard let object = value.object, let id = object["id"]?.string, let type = object["type"]?.string,
      let identifier = object["identifier"]?.string
    else { return nil }
    self.id = id
    self.type = type
    self.identifier = identifier
    network = object["network"]?.string
    walletClientType = object["wallet_client_type"]?.string
  }
}
