package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One row of a list of sessions.
package struct WireSessionRow: Sendable, Hashable {
  package var id: String
  /// Whether it is the session that asks.
  package var isCurrent: Bool
  package var createdAt: Date?
  package var lastUsedAt: Date?
  package var expiresAt: Date?
  package var application: String?
  /// The client's `User-Agent`.
  package var device: String?
  package var network: String?
  /// The methods of the latest sign-in, as RFC 8176 names them.
  package var references: [String]
  /// The methods of the latest sign-in, as offers and second factors name them.
  package var methods: [String]

  package init(
    id: String, isCurrent: Bool, createdAt: Date?, lastUsedAt: Date?, expiresAt: Date?, application: String?,
    device: String?, network: String?, references: [String],
    methods: [String]
  ) {
    self.id = id
    self.isCurrent = isCurrent
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
    self.application = application
    self.device = device
    self.network = network
    self.references = references
    self.methods = methods
  }

  /// Reads a row; nil without an id.
  package init?(_ value: JSONValue) {
    guard let id = value[Members.id]?.string else { return nil }
    self.init(
      id: id, isCurrent: value[Members.current]?.bool ?? false, createdAt: value[Members.createdAt]?.time,
      lastUsedAt: value[Members.lastUsedAt]?.time, expiresAt: value[Members.expiresAt]?.time,
      application: value[Members.application]?.string, device: value[Members.device]?.string,
      network: value[Members.network]?.string,
      references: (value[Members.references]?.array ?? []).compactMap(\.string),
      methods: (value[Members.methods]?.array ?? []).compactMap(\.string))
  }

  package var json: JSONObject {
    [
      Members.id: .string(id), Members.current: .bool(isCurrent), Members.createdAt: .time(createdAt),
      Members.lastUsedAt: .time(lastUsedAt), Members.expiresAt: .time(expiresAt),
      Members.application: .text(application), Members.device: .text(device), Members.network: .text(network),
      Members.references: .strings(references), Members.methods: .strings(methods),
    ]
  }

  /// Schemas: `SessionRow`, `PageSessionRow`.
  package enum Members {
    package static var id: String { "id" }
    package static var current: String { "current" }
    package static var createdAt: String { "created_at" }
    package static var lastUsedAt: String { "last_used_at" }
    package static var expiresAt: String { "expires_at" }
    package static var application: String { "application" }
    package static var applicationName: String { "application_name" }
    package static var device: String { "device" }
    package static var network: String { "network" }
    package static var references: String { "amr" }
    package static var methods: String { "methods" }
  }
}
