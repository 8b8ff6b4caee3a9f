internal import DoorwardWire
internal import Encodings
public import Foundation

/// An identity that the user can sign in with.
public struct DoorwardIdentity: Sendable, Hashable, Identifiable {
  /// The id. Pass it to ``IdentitiesClient/unlink(_:)``.
  public let id: String
  /// The type of the identity, such as `ethereum` or `near`.
  public let type: String
  /// The identifier within the type, such as an address or an account id.
  public let identifier: String
  /// The chain of a contract wallet; nil for an account that is the same on every chain.
  public let chainId: String?
  /// The network of a NEAR account.
  public let network: String?
  /// The wallet that proved the identity.
  public let walletClientType: String?
  /// The connector that connected the wallet.
  public let connectorType: String?
  /// The time of the first proof.
  public let verifiedAt: Date?
  /// The time of the last sign-in with this identity.
  public let lastUsedAt: Date?

  init?(_ value: JSONValue) {
    guard let identity = WireIdentity(value) else { return nil }
    self.init(identity)
  }

  init(_ identity: WireIdentity) {
    id = identity.id
    type = identity.type
    identifier = identity.identifier
    chainId = identity.chainID.map { "\($0)" }
    network = identity.network
    walletClientType = identity.walletClientType
    connectorType = identity.connectorType
    verifiedAt = identity.verifiedAt
    lastUsedAt = identity.lastUsedAt
  }
}
