import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The shapes of the HTTP contract. Members that have no value are null, so that a client sees the whole
// shape from the first answer on.

extension User {
  /// User, with the identities it is signed in to by.
  ///
  /// - Parameters:
  ///   - identities: the identities.
  ///   - withMetadata: false for a client that has no part in the account: what the user and the backends of
  ///     other applications keep is not its business.
  /// - Returns: User.
  func json(_ identities: [Identity], withMetadata: Bool = true) -> JSONValue {
    [
      "id": .string(id.text), "kind": .string(kind.rawValue), "created_at": .time(createdAt),
      "name": .text(profile.name), "first_name": .text(profile.firstName),
      "last_name": .text(profile.lastName),
      "email": nil, "email_verified": false, "phone_number": nil, "phone_number_verified": false,
      "username": nil, "picture": nil, "locale": .text(profile.locale),
      "metadata": .object(withMetadata ? metadata : [:]),
      "app_metadata": .object(withMetadata ? appMetadata : [:]), "identities": .array(identities.map(\.json)),
      "has_password": false,
      "last_sign_in_at": .time(lastSignInAt),
    ]
  }
}

extension Identity {
  var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id.text), "type": .string(key.kind.rawValue), "identifier": .string(key.identifier),
    ]
    if let chainID = key.chainID { object["chain_id"] = .integer(chainID) }
    if let network = key.network { object["network"] = .string(network) }
    if let clientType = wallet.clientType { object["wallet_client_type"] = .string(clientType) }
    if let connectorType = wallet.connectorType { object["connector_type"] = .string(connectorType) }
    object["verified_at"] = .time(verifiedAt)
    object["last_used_at"] = .time(lastUsedAt)
    return .object(object)
  }
}

extension Session {
  /// One row of a session list.
  func json(current: Session.ID?) -> JSONObject {
    [
      "id": .string(id.text), "current": .bool(id == current), "created_at": .time(createdAt),
      "last_used_at": .time(lastUsedAt), "expires_at": .time(expiresAt),
      "application": .string(applicationID),
      "device": .text(client.device), "network": .text(client.network), "amr": .strings(methods),
    ]
  }
}
