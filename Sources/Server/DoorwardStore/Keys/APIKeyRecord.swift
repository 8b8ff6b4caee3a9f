#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A backend's API key as the store keeps it. The key itself is shown once and is never stored.
package struct APIKeyRecord: Sendable, Equatable {
  package typealias ID = Identifier<APIKeyRecord>

  package let id: ID
  package let applicationID: String
  package let name: String
  /// SHA-256 of the key's text. A key has 256 random bits, so a slow hash would not add protection.
  package let hash: [UInt8]
  package let scopes: Set<APIKeyScope>
  package let createdAt: Date
  package var revokedAt: Date?

  /// The names of the scopes, always in the same order.
  package var scopeNames: [String] { APIKeyScope.allCases.filter(scopes.contains).map(\.rawValue) }

  package init(
    id: ID, applicationID: String, name: String, hash: [UInt8], scopes: Set<APIKeyScope>, createdAt: Date,
    revokedAt: Date? = nil
  ) {
    self.id = id
    self.applicationID = applicationID
    self.name = name
    self.hash = hash
    self.scopes = scopes
    self.createdAt = createdAt
    self.revokedAt = revokedAt
  }
}
