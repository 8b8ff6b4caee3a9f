package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Identity of the HTTP contract: one way into an account.
package struct WireIdentity: Sendable, Hashable {
  package var id: String
  /// See ``Kind``.
  package var type: String
  package var identifier: String
  /// The network of a NEAR account.
  package var network: String?
  package var walletClientType: String?
  package var connectorType: String?
  package var verifiedAt: Date?
  package var lastUsedAt: Date?

  /// The values of ``WireIdentity/type``. Those of each sign-in method are beside its name: ``WireMethod``.
  package enum Kind {}

  package init(
    id: String, type: String, identifier: String, network: String? = nil,
    walletClientType: String? = nil, connectorType: String? = nil, verifiedAt: Date?, lastUsedAt: Date?
  ) {
    self.id = id
    self.type = type
    self.identifier = identifier
    self.network = network
    self.walletClientType = walletClientType
    self.connectorType = connectorType
    self.verifiedAt = verifiedAt
    self.lastUsedAt = lastUsedAt
  }

  /// Reads an identity; nil if a member is missing that every identity has.
  package init?(_ value: JSONValue) {
    guard let id = value[Members.id]?.string, let type = value[Members.type]?.string,
      let identifier = value[Members.identifier]?.string
    else { return nil }
    self.init(
      id: id, type: type, identifier: identifier, network: value[Members.network]?.string,
      walletClientType: value[Members.walletClientType]?.string,
      connectorType: value[Members.connectorType]?.string, verifiedAt: value[Members.verifiedAt]?.time,
      lastUsedAt: value[Members.lastUsedAt]?.time)
  }

  /// A member that has no value is left out, except for times.
  package var json: JSONObject {
    var object: JSONObject = [
      Members.id: .string(id), Members.type: .string(type), Members.identifier: .string(identifier),
    ]
    if let network { object[Members.network] = .string(network) }
    if let walletClientType { object[Members.walletClientType] = .string(walletClientType) }
    if let connectorType { object[Members.connectorType] = .string(connectorType) }
    object[Members.verifiedAt] = .time(verifiedAt)
    object[Members.lastUsedAt] = .time(lastUsedAt)
    return object
  }

  package enum Members {
    package static var id: String { "id" }
    package static var type: String { "type" }
    package static var identifier: String { "identifier" }
    package static var network: String { "network" }
    package static var walletClientType: String { "wallet_client_type" }
    package static var connectorType: String { "connector_type" }
    package static var verifiedAt: String { "verified_at" }
    package static var lastUsedAt: String { "last_used_at" }
  }
}
