#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A token-signing key as the store keeps it: the private half only ever sealed under the master key.
public struct SigningKeyRecord: Sendable, Equatable {
  /// The RFC 7638 thumbprint, which tokens carry as `kid`.
  public let id: String
  public let algorithm: String
  /// The public JWK as published.
  public let publicKey: [UInt8]
  /// The private key, AES-256-GCM under a key derived from the master key.
  public let sealedPrivateKey: [UInt8]
  public let createdAt: Date
  /// From then on it signs nothing; what it signed lives out its time, and then the key is worth nothing.
  public var retiredAt: Date?
  /// From then on nothing it signed is valid.
  public var revokedAt: Date?

  public init(
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
