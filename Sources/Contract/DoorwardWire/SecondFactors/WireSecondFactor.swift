package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A second factor of a user, without its secret.
package struct WireSecondFactor: Sendable, Hashable {
  package let id: String
  /// The kind of factor: `totp`, `passkey` or `code`.
  package let type: String
  package let createdAt: Date?
  /// The identity that is the factor, or gets the codes; nil for an authenticator.
  package let identityID: String?
  /// The channel of sent codes; nil for another factor.
  package let channel: String?

  package init(
    id: String, type: String, createdAt: Date?, identityID: String? = nil, channel: String? = nil
  ) {
    self.id = id
    self.type = type
    self.createdAt = createdAt
    self.identityID = identityID
    self.channel = channel
  }

  /// Reads a factor; nil without an id or a type.
  package init?(_ value: JSONValue) {
    guard let id = value["id"]?.string, let type = value["type"]?.string else { return nil }
    self.init(
      id: id, type: type, createdAt: value["created_at"]?.time,
      identityID: value["identity_id"]?.string, channel: value[SecondFactorMembers.channel]?.string)
  }

  package var json: JSONObject {
    [
      "id": .string(id), "type": .string(type), "created_at": .time(createdAt),
      "identity_id": .text(identityID), SecondFactorMembers.channel: .text(channel),
    ]
  }
}
