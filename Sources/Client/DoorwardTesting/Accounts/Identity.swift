import DoorwardWire
import Encodings
import Foundation

/// An identity with which a user signs in.
struct Identity: Sendable {
  /// Two proofs with the same key prove the same identity.
  struct Key: Sendable, Hashable {
    /// A value of ``WireIdentity/Kind``.
    let type: String
    let identifier: String
    let network: String?
  }

  let id: String
  let user: String
  let key: Key
  /// The labels that the app gives the wallet, as members of the identity.
  var wallet: JSONObject
  let verifiedAt: Date
  var lastUsedAt: Date?
  /// Present for a passkey only.
  var passkey: PasskeyCredential?
  /// The second factor that the identity is; nil for an identity that is none.
  var secondFactor: WireSecondFactor?

  /// Identity of the HTTP contract.
  var wire: WireIdentity {
    WireIdentity(
      id: id, type: key.type, identifier: key.identifier, network: key.network,
      walletClientType: wallet[WalletLabel.clientType]?.string,
      connectorType: wallet[WalletLabel.connectorType]?.string, verifiedAt: verifiedAt, lastUsedAt: lastUsedAt
    )
  }

  /// Identity of the HTTP contract, with the members that only passkeys have.
  var json: JSONObject { passkey.map { wire.json.merging(patch: $0.json) } ?? wire.json }
}
