#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A token-signing key as the store keeps it: the private half only ever sealed under the master key.
package struct SigningKeyRecord: Sendable, Equatable {
  /// The RFC 7638 thumbprint, which tokens carry as `kid`.
  package let id: String
  package let algorithm: String
  /// The public JWK as published.
  package let publicKey: [UInt8]
  /// The private key, AES-256-GCM under a key derived from the master key.
  package let sealedPrivateKey: [UInt8]
  package let createdAt: Date
  /// From then on it signs nothing; what it signed lives out its time, and then the key is worth nothing.
  package var retiredAt: Date?
  /// From then on nothing it signed is valid.
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
