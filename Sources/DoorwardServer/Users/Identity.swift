#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One proven way into an account.
public struct Identity: Sendable, Equatable {
  public typealias ID = Identifier<Identity>

  public let id: ID
  public let userID: User.ID
  public let key: IdentityKey
  /// What the client said of the wallet at the last sign-in; a label, never a proof.
  public var wallet: WalletMetadata
  public let verifiedAt: Date
  public var lastUsedAt: Date?

  public init(
    id: ID, userID: User.ID, key: IdentityKey, wallet: WalletMetadata, verifiedAt: Date,
    lastUsedAt: Date?
  ) {
    self.id = id
    self.userID = userID
    self.key = key
    self.wallet = wallet
    self.verifiedAt = verifiedAt
    self.lastUsedAt = lastUsedAt
  }
}
