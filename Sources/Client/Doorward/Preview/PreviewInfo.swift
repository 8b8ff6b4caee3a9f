internal import DoorwardWire
public import Foundation

extension DoorwardUserInfo {
  /// Makes the data of a user. Every argument has a default. ``Doorward/Doorward/preview(_:)`` sets ``isAnonymous`` from
  /// its state. `profile` has the texts of the profile that have no argument.
  @inline(never) public static func preview(
    id: String = "5e1f3e4c-0d6b-4f0e-9c53-3b1e6a7d2f10", isAnonymous: Bool = false,
    name: String? = "Ada Lovelace", firstName: String? = nil, lastName: String? = nil, email: String? = nil,
    isEmailVerified: Bool = false, phoneNumber: String? = nil, isPhoneNumberVerified: Bool = false,
    username: String? = nil, hasPassword: Bool = false, picture: String? = nil, locale: String? = nil,
    createdAt: Date? = Date(timeIntervalSince1970: 1_750_000_000),
    lastSignInAt: Date? = Date(timeIntervalSince1970: 1_750_000_000), metadata: DoorwardJSON = [:],
    appMetadata: DoorwardJSON = [:], identities: [DoorwardIdentity] = [.preview()],
    profile: KeyValuePairs<UserClient.Field, String> = [:]
  ) -> DoorwardUserInfo {
    var user = WireUser(id: id, isAnonymous: isAnonymous)
    user.createdAt = createdAt
    user[.name] = name
    user[.firstName] = firstName
    user[.lastName] = lastName
    user[.locale] = locale
    for (field, text) in profile { user[field.text] = text }
    user.email = email
    user.isEmailVerified = isEmailVerified
    user.phoneNumber = phoneNumber
    user.isPhoneNumberVerified = isPhoneNumberVerified
    user.username = username
    user.hasPassword = hasPassword
    user.picture = picture
    user.metadata = metadata.object
    user.appMetadata = appMetadata.object
    user.identities = identities.map(\.wire)
    user.lastSignInAt = lastSignInAt
    return SessionUser(user).info
  }
}

extension DoorwardIdentity {
  /// Makes an identity; by default an Ethereum account.
  public static func preview(
    id: String = "0b8f2b7e-6c1d-4a67-8a41-77c0b5f1d3e2", type: String = "ethereum",
    identifier: String = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    network: String? = nil, walletClientType: String? = nil, connectorType: String? = nil,
    verifiedAt: Date? = Date(timeIntervalSince1970: 1_750_000_000),
    lastUsedAt: Date? = Date(timeIntervalSince1970: 1_750_000_000)
  ) -> DoorwardIdentity {
    DoorwardIdentity(
      wire: WireIdentity(
        id: id, type: type, identifier: identifier, network: network,
        walletClientType: walletClientType, connectorType: connectorType, verifiedAt: verifiedAt,
        lastUsedAt: lastUsedAt))
  }
}

// Values for previews and tests of views. Every other value of these types is from the server. The name `preview` shows
// that these values prove nothing.

extension DoorwardCredential {
  /// Makes a credential that no backend accepts.
  public static func preview(accessToken: String = "preview") -> DoorwardCredential {
    DoorwardCredential(accessToken: accessToken)
  }
}

extension DoorwardGuest {
  /// Makes a guest; without a credential if the application offers no guests.
  public static func preview(credential: DoorwardCredential? = nil) -> DoorwardGuest {
    DoorwardGuest(credential: credential)
  }
}

extension DoorwardUser {
  /// Makes a user with a name.
  public static func preview(name: String? = "Ada Lovelace") -> DoorwardUser {
    preview(.preview(name: name))
  }

  /// Makes a user.
  ///
  /// - Parameters:
  ///   - info: The data of the user.
  ///   - credential: The credential for backends.
  ///   - isVerified: Whether the server counts as having confirmed the session since the start.
  /// - Returns: The user.
  public static func preview(
    _ info: DoorwardUserInfo, credential: DoorwardCredential = .preview(), isVerified: Bool = true
  ) -> DoorwardUser {
    DoorwardUser(credential: credential, info: info, isVerified: isVerified)
  }
}
