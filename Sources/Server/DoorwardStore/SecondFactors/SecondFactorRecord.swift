#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A second factor that a user has set up. Sign-ins of the user ask for it in every application in which it works.
package struct SecondFactorRecord: Sendable, Equatable {
  package typealias ID = Identifier<SecondFactorRecord>

  /// The kinds of factors.
  package enum Kind: Sendable, Equatable {
    /// An authenticator with codes that follow from the time (RFC 6238).
    case authenticator(Authenticator)
    /// An identity that the method proves. The factor is removed with the identity.
    case identity(Identity.ID, by: SignInMethodName)
  }

  package struct Authenticator: Sendable, Equatable {
    /// The secret that the server shares with the authenticator, encrypted.
    package let sealedSecret: [UInt8]
    /// The last accepted time step. Codes of this step and earlier ones are void.
    package let lastStep: Int64

    package init(sealedSecret: [UInt8], lastStep: Int64) {
      self.sealedSecret = sealedSecret
      self.lastStep = lastStep
    }
  }

  package let id: ID
  package let userID: User.ID
  package let kind: Kind
  package let createdAt: Date

  package init(id: ID, userID: User.ID, kind: Kind, createdAt: Date) {
    self.id = id
    self.userID = userID
    self.kind = kind
    self.createdAt = createdAt
  }

  /// The authenticator; nil for another kind of factor.
  package var authenticator: Authenticator? {
    if case .authenticator(let value) = kind { value } else { nil }
  }

  /// The identity that is the factor; nil for another kind of factor.
  package var identity: Identity.ID? { if case .identity(let id, _) = kind { id } else { nil } }

  /// Whether the factor can follow a first factor by a method. Two proofs by one method prove the same kind of thing: a passkey
  /// does not follow another one.
  package func follows(_ first: SignInMethodName) -> Bool {
    if case .identity(_, let method) = kind { method != first } else { true }
  }

  /// The id that proofs of the factor name: that of the identity, or of the authenticator.
  package var provenID: String { identity?.text ?? id.text }
}
