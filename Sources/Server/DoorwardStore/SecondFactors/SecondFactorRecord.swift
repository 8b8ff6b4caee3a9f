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

/// Queries about second factors.
package protocol SecondFactorReading {
  /// The second factors of a user, oldest first.
  func secondFactors(of user: User.ID) throws -> [SecondFactorRecord]
  /// Whether a user has a second factor, which may be an identity.
  func hasSecondFactor(_ user: User.ID) throws -> Bool
  /// The hashes of the recovery codes that a user has not used.
  func recoveryCodes(of user: User.ID) throws -> [[UInt8]]
}

/// Changes of second factors.
package protocol SecondFactorWriting: SecondFactorReading {
  /// Adds a second factor to a user.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the id is taken or the identity is a second factor already,
  ///   ``StoreError/Code/missing`` if there is no such user or identity.
  func insert(_ factor: SecondFactorRecord) throws
  /// Replaces the last accepted time step of an authenticator.
  ///
  /// `last` is the last accepted step that the code was verified against.
  ///
  /// - Returns: false if the factor has another last step, or was removed. Then nothing changes.
  /// - Throws: ``StoreError``.
  func accept(step: Int64, of factor: SecondFactorRecord.ID, after last: Int64) throws -> Bool
  /// Removes a second factor.
  func delete(_ factor: SecondFactorRecord) throws
  /// Replaces all recovery codes of a user.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func setRecoveryCodes(_ hashes: [[UInt8]], of user: User.ID) throws
  /// Removes a recovery code.
  ///
  /// - Returns: false if the user does not have it.
  /// - Throws: ``StoreError``.
  func useRecoveryCode(_ hash: [UInt8], of user: User.ID) throws -> Bool
}
