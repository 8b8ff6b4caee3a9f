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
    guard let id = value[Members.id]?.string, let type = value[Members.type]?.string else { return nil }
    self.init(
      id: id, type: type, createdAt: value[Members.createdAt]?.time,
      identityID: value[Members.identityID]?.string, channel: value[SecondFactorMembers.channel]?.string)
  }

  package var json: JSONObject {
    [
      Members.id: .string(id), Members.type: .string(type), Members.createdAt: .time(createdAt),
      Members.identityID: .text(identityID), SecondFactorMembers.channel: .text(channel),
    ]
  }

  package enum Members {
    package static var id: String { "id" }
    package static var type: String { "type" }
    package static var createdAt: String { "created_at" }
    package static var identityID: String { "identity_id" }
  }
}
