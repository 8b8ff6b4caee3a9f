package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An identity of the type `passkey`, with the members that only passkeys have.
package struct WirePasskey: Sendable, Hashable {
  package var id: String
  /// The credential id in base64url.
  package var credentialID: String
  package var name: String
  /// The model of the authenticator (AAGUID). Nothing proves it.
  package var model: String
  package var isBackupEligible: Bool
  package var isBackedUp: Bool
  package var verifiedAt: Date?
  package var lastUsedAt: Date?

  /// Reads an identity; nil if it is not a passkey.
  package init?(_ value: JSONValue) {
    guard let identity = WireIdentity(value), identity.type == WireIdentity.Kind.passkey else { return nil }
    id = identity.id
    credentialID = identity.identifier
    name = value[Members.name]?.string ?? ""
    model = value[Members.model]?.string ?? ""
    isBackupEligible = value[Members.backupEligible]?.bool ?? false
    isBackedUp = value[Members.backedUp]?.bool ?? false
    verifiedAt = identity.verifiedAt
    lastUsedAt = identity.lastUsedAt
  }

  /// The name of a new passkey if the model of its authenticator is not known. Apps show it in the language of the user.
  package static var nameOfUnknownModel: String { "Passkey" }

  /// Schemas: `Identity`.
  package enum Members {
    package static var name: String { "name" }
    package static var model: String { "aaguid" }
    package static var backupEligible: String { "backup_eligible" }
    package static var backedUp: String { "backed_up" }
  }
}
