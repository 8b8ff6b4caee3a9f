package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A second factor of a user, without its secret.
package struct WireSecondFactor: Sendable, Hashable {
  package let id: String
  /// The kind of factor: `totp`.
  package let type: String
  package let createdAt: Date?

  package init(id: String, type: String, createdAt: Date?) {
    self.id = id
    self.type = type
    self.createdAt = createdAt
  }

  /// Reads a factor; nil without an id or a type.
  package init?(_ value: JSONValue) {
    guard let id = value["id"]?.string, let type = value["type"]?.string else { return nil }
    self.init(id: id, type: type, createdAt: value["created_at"]?.time)
  }

  package var json: JSONObject {
    ["id": .string(id), "type": .string(type), "created_at": .time(createdAt)]
  }
}
