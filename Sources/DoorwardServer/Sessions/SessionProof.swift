#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One identity that a session rests on: its proof opened the session, or re-authenticated it.
///
/// Removing the identity removes the proof. A session that rests on no other identity ends with it.
public struct SessionProof: Sendable, Equatable {
  public let identity: Identity.ID
  /// The method of the latest proof (RFC 8176).
  public let method: SignInMethodName
  /// When the identity was last proven in this session.
  public let provenAt: Date

  public init(identity: Identity.ID, method: SignInMethodName, provenAt: Date) {
    self.identity = identity
    self.method = method
    self.provenAt = provenAt
  }
}
