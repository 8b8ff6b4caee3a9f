import Encodings
import Foundation

/// One way into an account.
struct Identity: Sendable {
  /// What makes two proofs the same identity.
  struct Key: Sendable, Hashable {
    let type: String
    let identifier: String
    let network: String?
  }

  let id: String
  let user: String
  let key: Key
  var wallet: WalletLabels
  let verifiedAt: Date
  var lastUsedAt: Date?

  /// Identity of the HTTP contract. Members that have no value are left out, but for times.
  var json: JSONObject {
    var object: JSONObject = [
      "id": .string(id), "type": .string(key.type), "identifier": .string(key.identifier),
    ]
    if let network = key.network { object["network"] = .string(network) }
    if let clientType = wallet.clientType { object["wallet_client_type"] = .string(clientType) }
    if let connectorType = wallet.connectorType { object["connector_type"] = .string(connectorType) }
    object["verified_at"] = .time(verifiedAt)
    object["last_used_at"] = .time(lastUsedAt)
    return object
  }
}

/// What an app says of a wallet.
struct WalletLabels: Sendable {
  var clientType: String?
  var connectorType: String?

  /// These, and another's where there are none.
  func filling(_ other: WalletLabels) -> WalletLabels {
    WalletLabels(
      clientType: clientType ?? other.clientType, connectorType: connectorType ?? other.connectorType)
  }
}
