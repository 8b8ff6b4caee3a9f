internal import DoorwardWire
internal import Encodings
public import Foundation

extension DoorwardUserInfo {
  /// Makes the data of a user. Every argument has a default. ``Doorward/Doorward/preview(_:)`` sets ``isAnonymous`` from
  /// its state.
  public static func preview(
    id: String = "5e1f3e4c-0d6b-4f0e-9c53-3b1e6a7d2f10", isAnonymous: Bool = false,
    name: String? = "Ada Lovelace", firstName: String? = nil, lastName: String? = nil, email: String? = nil,
    isEmailVerified: Bool = false, phoneNumber: String? = nil, isPhoneNumberVerified: Bool = false,
    username: String? = nil, hasPassword: Bool = false, picture: String? = nil, locale: String? = nil,
    createdAt: Date? = Date(timeIntervalSince1970: 1_750_000_000),
    lastSignInAt: Date? = Date(timeIntervalSince1970: 1_750_000_000), metadata: DoorwardJSON = [:],
    appMetadata: DoorwardJSON = [:], identities: [DoorwardIdentity] = [.preview()]
  ) -> DoorwardUserInfo {
    DoorwardUserInfo(
      id: id, isAnonymous: isAnonymous, name: name, firstName: firstName, lastName: lastName, email: email,
      isEmailVerified: isEmailVerified, phoneNumber: phoneNumber,
      isPhoneNumberVerified: isPhoneNumberVerified,
      username: username, hasPassword: hasPassword, picture: picture, locale: locale, createdAt: createdAt,
      lastSignInAt: lastSignInAt, metadata: metadata, appMetadata: appMetadata, identities: identities)
  }

  private init(
    id: String, isAnonymous: Bool, name: String?, firstName: String?, lastName: String?, email: String?,
    isEmailVerified: Bool, phoneNumber: String?, isPhoneNumberVerified: Bool, username: String?,
    hasPassword: Bool, picture: String?, locale: String?, createdAt: Date?, lastSignInAt: Date?,
    metadata: DoorwardJSON, appMetadata: DoorwardJSON, identities: [DoorwardIdentity]
  ) {
    self.id = id
    self.isAnonymous = isAnonymous
    self.name = name
    self.firstName = firstName
    self.lastName = lastName
    self.email = email
    self.isEmailVerified = isEmailVerified
    self.phoneNumber = phoneNumber
    self.isPhoneNumberVerified = isPhoneNumberVerified
    self.username = username
    self.hasPassword = hasPassword
    self.picture = picture
    self.locale = locale
    self.createdAt = createdAt?.asWritten
    self.lastSignInAt = lastSignInAt?.asWritten
    self.metadata = metadata
    self.appMetadata = appMetadata
    self.identities = identities
  }

  /// The user as the server writes it.
  var json: JSONObject {
    var user = WireUser(id: id, isAnonymous: isAnonymous)
    user.createdAt = createdAt
    user.name = name
    user.firstName = firstName
    user.lastName = lastName
    user.email = email
    user.isEmailVerified = isEmailVerified
    user.phoneNumber = phoneNumber
    user.isPhoneNumberVerified = isPhoneNumberVerified
    user.username = username
    user.hasPassword = hasPassword
    user.picture = picture
    user.locale = locale
    user.metadata = metadata.object
    user.appMetadata = appMetadata.object
    user.identities = identities.map(\.wire)
    user.lastSignInAt = lastSignInAt
    return user.json
  }
}

extension DoorwardIdentity {
  /// Makes an identity; by default an Ethereum account.
  public static func preview(
    id: String = "0b8f2b7e-6c1d-4a67-8a41-77c0b5f1d3e2", type: String = "ethereum",
    identifier: String = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", chainId: Int64? = nil,
    network: String? = nil, walletClientType: String? = nil, connectorType: String? = nil,
    verifiedAt: Date? = Date(timeIntervalSince1970: 1_750_000_000),
    lastUsedAt: Date? = Date(timeIntervalSince1970: 1_750_000_000)
  ) -> DoorwardIdentity {
    DoorwardIdentity(
      id: id, type: type, identifier: identifier, chainId: chainId, network: network,
      walletClientType: walletClientType, connectorType: connectorType, verifiedAt: verifiedAt,
      lastUsedAt: lastUsedAt)
  }

  private init(
    id: String, type: String, identifier: String, chainId: Int64?, network: String?,
    walletClientType: String?, connectorType: String?, verifiedAt: Date?, lastUsedAt: Date?
  ) {
    self.id = id
    self.type = type
    self.identifier = identifier
    self.chainId = chainId.map { "\($0)" }
    self.network = network
    self.walletClientType = walletClientType
    self.connectorType = connectorType
    self.verifiedAt = verifiedAt?.asWritten
    self.lastUsedAt = lastUsedAt?.asWritten
  }

  fileprivate var wire: WireIdentity {
    WireIdentity(
      id: id, type: type, identifier: identifier, chainID: chainId.flatMap { Int64($0) }, network: network,
      walletClientType: walletClientType, connectorType: connectorType, verifiedAt: verifiedAt,
      lastUsedAt: lastUsedAt)
  }
}

extension Date {
  /// The date with the precision of a record, so that a stored state equals the original.
  fileprivate var asWritten: Date { (try? Timestamp(rfc3339: Timestamp(self).rfc3339))?.date ?? self }
}
