internal import DoorwardWire
public import Foundation

/// A passkey of the signed-in user.
public struct DoorwardPasskey: Sendable, Hashable, Identifiable {
  /// The id. Pass it to ``PasskeyClient/rename(_:to:)`` and ``PasskeyClient/unlink(_:)``.
  public var id: String { wire.id }
  /// The credential id in base64url.
  public var credentialID: String { wire.credentialID }
  /// The name that the user sees: the name of the authenticator's model, until the user changes it.
  public var name: String { wire.name }
  /// The model of the authenticator (AAGUID), such as `fbfc3007-154e-4ecc-8c0b-6e020557d7bd`. It is not verified.
  public var model: String { wire.model }
  /// Whether the passkey may be on several devices.
  public var isBackupEligible: Bool { wire.isBackupEligible }
  /// Whether the passkey is on several devices, or in a backup.
  public var isBackedUp: Bool { wire.isBackedUp }
  /// The time at which the user added the passkey.
  public var createdAt: Date? { wire.verifiedAt }
  /// The time of the last sign-in with this passkey.
  public var lastUsedAt: Date? { wire.lastUsedAt }

  let wire: WirePasskey
}
