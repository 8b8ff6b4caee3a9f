import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The shapes of the HTTP contract. Members that have no value are null, so that a client sees the whole
// shape from the first answer on.

extension Identity {
  var json: JSONValue { .object(jsonObject) }

  var jsonObject: JSONObject {
    var object: JSONObject = [
      "id": .string(id.text), "type": .string(key.kind.rawValue), "identifier": .string(key.identifier),
    ]
    if let chainID = key.chainID { object["chain_id"] = .integer(chainID) }
    if let network = key.network { object["network"] = .string(network) }
    if let clientType = wallet.clientType { object["wallet_client_type"] = .string(clientType) }
    if let connectorType = wallet.connectorType { object["connector_type"] = .string(connectorType) }
    object["verified_at"] = .time(verifiedAt)
    object["last_used_at"] = .time(lastUsedAt)
    return object
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
