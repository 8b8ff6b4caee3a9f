#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Queries about API keys and signing keys.
package protocol KeyReading {
  /// The API key whose secret has this hash; revoked keys are included.
  func apiKey(hash: [UInt8]) throws -> APIKeyRecord?
  /// Every API key, oldest first; revoked keys are included.
  func apiKeys() throws -> [APIKeyRecord]
  /// Every signing key, oldest first; retired and revoked keys are included.
  func signingKeys() throws -> [SigningKeyRecord]
}

/// Changes of API keys and signing keys.
package protocol KeyWriting: KeyReading {
  /// Adds an API key.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id or the hash is taken.
  func insert(_ key: APIKeyRecord) throws
  /// Updates `revokedAt`, which is set once.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such key.
  func update(_ key: APIKeyRecord) throws

  /// Adds a signing key.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken.
  func insert(_ key: SigningKeyRecord) throws
  /// Updates `sealedPrivateKey`, `retiredAt` and `revokedAt`; the last is set once.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such key.
  func update(_ key: SigningKeyRecord) throws
}

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

/// A call that an API key may allow a backend to make.
package enum APIKeyScope: String, Sendable, CaseIterable {
  /// `POST /v1/introspect`.
  case introspect
  /// `GET /v1/users/{id}`.
  case readUsers = "users:read"
  /// `PATCH /v1/users/{id}`.
  case writeUsers = "users:write"
}

/// A token-signing key as the store keeps it. The private key is sealed with the master key.
package struct SigningKeyRecord: Sendable, Equatable {
  /// The RFC 7638 thumbprint, which tokens carry as `kid`.
  package let id: String
  package let algorithm: String
  /// The public JWK as published.
  package let publicKey: [UInt8]
  /// The private key, encrypted with AES-256-GCM and a key that is derived from the master key.
  package let sealedPrivateKey: [UInt8]
  package let createdAt: Date
  /// The time after which the key signs no more tokens. Its tokens stay valid until they expire.
  package var retiredAt: Date?
  /// The time after which all signatures of the key are invalid.
  package var revokedAt: Date?

  package init(
    id: String, algorithm: String, publicKey: [UInt8], sealedPrivateKey: [UInt8], createdAt: Date,
    retiredAt: Date? = nil, revokedAt: Date? = nil
  ) {
    self.id = id
    self.algorithm = algorithm
    self.publicKey = publicKey
    self.sealedPrivateKey = sealedPrivateKey
    self.createdAt = createdAt
    self.retiredAt = retiredAt
    self.revokedAt = revokedAt
  }
}
