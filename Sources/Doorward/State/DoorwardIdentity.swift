internal import DoorwardWire
internal import Encodings
public import Foundation

/// One way in of a person.
public struct DoorwardIdentity: Sendable, Hashable, Identifiable {
  /// What ``IdentitiesClient/unlink(_:)`` takes.
  public let id: String
  /// Such as `ethereum` or `near`.
  public let type: String
  /// The address, the account id and the like.
  public let identifier: String
  /// The chain of a contract wallet; nil for an account that is the same on every chain.
  public let chainId: String?
  /// The network of a NEAR account.
  public let network: String?
  /// The wallet it was proven with.
  public let walletClientType: String?
  /// How that wallet was connected.
  public let connectorType: String?
  /// When it was first proven.
  public let verifiedAt: Date?
  /// When it was last signed in with.
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
