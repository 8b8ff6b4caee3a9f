internal import DoorwardWire
public import Foundation

/// An identity that the user can sign in with.
public struct DoorwardIdentity: Sendable, Hashable, Identifiable {
  /// The id. Pass it to ``IdentitiesClient/unlink(_:)``.
  public var id: String { wire.id }
  /// The type of the identity, such as `passkey`, `ethereum` or `near`.
  public var type: String { wire.type }
  /// The identifier within the type, such as an address or an account id.
  public var identifier: String { wire.identifier }
  /// The network of a NEAR account.
  public var network: String? { wire.network }
  /// The wallet that proved the identity.
  public var walletClientType: String? { wire.walletClientType }
  /// The connector that connected the wallet.
  public var connectorType: String? { wire.connectorType }
  /// The time of the first proof; nil while only a backend has stated the identity.
  public var verifiedAt: Date? { wire.verifiedAt }
  /// The time of the last sign-in with this identity.
  public var lastUsedAt: Date? { wire.lastUsedAt }

  let wire: WireIdentity
}
