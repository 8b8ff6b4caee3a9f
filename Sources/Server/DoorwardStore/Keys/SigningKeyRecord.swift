#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

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
