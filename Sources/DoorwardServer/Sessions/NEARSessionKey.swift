#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The access key behind a NEAR sign-in, and when the chain last confirmed it.
///
/// A NEAR account outlives its keys: it can be sold, or its keys rotated. So the key is kept with the
/// session and the chain is asked again as the session is refreshed.
public struct NEARSessionKey: Sendable, Equatable {
  public let network: String
  public let accountID: String
  public let publicKey: String
  public var confirmedAt: Date

  public init(network: String, accountID: String, publicKey: String, confirmedAt: Date) {
    self.network = network
    self.accountID = accountID
    self.publicKey = publicKey
    self.confirmedAt = confirmedAt
  }

  /// Whether both are one key of one account, whenever it was confirmed.
  func isSameKey(as other: NEARSessionKey) -> Bool {
    network == other.network && accountID == other.accountID && publicKey == other.publicKey
  }
}
