#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A backend's key as the store keeps it: the key itself is shown once and never stored.
public struct APIKeyRecord: Sendable, Equatable {
  public typealias ID = Identifier<APIKeyRecord>

  public let id: ID
  public let applicationID: String
  public let name: String
  /// SHA-256 of the key's text. A key is 256 random bits, so a slow hash would guard nothing more.
  public let hash: [UInt8]
  public let scopes: Set<APIKeyScope>
  public let createdAt: Date
  public var revokedAt: Date?

  /// The names of the scopes, always in the same order.
  public var scopeNames: [String] { APIKeyScope.allCases.filter(scopes.contains).map(\.rawValue) }

  public init(
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
