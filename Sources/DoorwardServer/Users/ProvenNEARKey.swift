#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An access key that has proven a NEAR identity, remembered with the identity.
///
/// A NEAR account id outlives its keys: whoever buys the account replaces them. What is remembered here is
/// how the server tells its user from the next owner.
public struct ProvenNEARKey: Sendable, Equatable {
  /// How many keys are remembered of one identity; past it the one proven longest ago is forgotten.
  public static let limit = 16

  /// The key as NEAR writes it, `ed25519:…`.
  public let publicKey: String
  /// The height of the final block at which the chain first showed the key on the account; nil where it
  /// never has: an implicit account that is not on the chain yet, or a key from before this was kept.
  public let seenHeight: Int64?
  /// When the key last proved the identity.
  public let provenAt: Date

  public init(publicKey: String, seenHeight: Int64?, provenAt: Date) {
    self.publicKey = publicKey
    self.seenHeight = seenHeight
    self.provenAt = provenAt
  }
}
