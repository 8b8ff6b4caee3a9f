#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A second factor that a user has set up.
package struct SecondFactorRecord: Sendable, Equatable {
  package typealias ID = Identifier<SecondFactorRecord>

  /// The kinds of factors.
  package enum Kind: String, Sendable {
    /// An authenticator with codes that follow from the time (RFC 6238).
    case totp
  }

  package let id: ID
  package let userID: User.ID
  package let kind: Kind
  /// The secret that the server shares with the authenticator, encrypted.
  package let sealedSecret: [UInt8]
  package let createdAt: Date
  /// The last accepted time step. Codes of this step and earlier ones are void.
  package let lastStep: Int64

  package init(
    id: ID, userID: User.ID, kind: Kind, sealedSecret: [UInt8], createdAt: Date, lastStep: Int64
  ) {
    self.id = id
    self.userID = userID
    self.kind = kind
    self.sealedSecret = sealedSecret
    self.createdAt = createdAt
    self.lastStep = lastStep
  }
}
