package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A method that gives an additional proof of a known user. It proves no identity.
package protocol SecondFactor: Sendable {
  /// The name of the factor in the HTTP contract's `second_factor.methods`.
  var name: SignInMethodName { get }

  /// Whether the user has set up the factor.
  func isSetUp(for user: User.ID, in snapshot: any StoreReading) throws -> Bool

  /// Verifies a code. The caller has counted the guess.
  ///
  /// - Parameters:
  ///   - code: the code as typed.
  ///   - user: the user.
  ///   - now: the time.
  ///   - snapshot: the store.
  /// - Returns: nil if the code is wrong or was used.
  /// - Throws: ``StoreError``; the errors of the cipher and of the MAC.
  func verify(
    _ code: String, of user: User.ID, at now: Date, in snapshot: any StoreReading
  ) throws -> VerifiedSecondFactor?
}

/// A second factor that was verified. Only factors make one.
package struct VerifiedSecondFactor: Sendable {
  package let proof: SessionProof
  /// Makes the code void, in the transaction that admits the user. It returns false if another request has used the code.
  package let use: @Sendable (any StoreWriting) throws -> Bool

  package init(proof: SessionProof, use: @escaping @Sendable (any StoreWriting) throws -> Bool) {
    self.proof = proof
    self.use = use
  }
}

/// A sign-in that waits for a second factor.
///
/// The client receives it sealed and returns it with the proof of the factor. The server stores nothing.
package struct SecondFactorRequest: Sendable, Equatable {
  /// The time that the user has, in seconds.
  package static let lifetime: TimeInterval = 600

  /// The id that is spent when the request opens its session.
  package let id: ChallengeID
  package let user: User.ID
  package let applicationID: String
  package let carrier: Session.Carrier
  /// The proof of the first factor.
  package let proof: SessionProof
  /// The change of the first factor's identity when the user has signed in.
  package let identity: ProvenUse
  /// The password that the user gets then.
  package let password: PendingPassword?
  /// The factors that the user has set up.
  package let methods: [SignInMethodName]
  package let expiresAt: Date

  package init(
    id: ChallengeID, user: User.ID, applicationID: String, carrier: Session.Carrier, proof: SessionProof,
    identity: ProvenUse = ProvenUse(), password: PendingPassword? = nil, methods: [SignInMethodName],
    expiresAt: Date
  ) {
    self.id = id
    self.user = user
    self.applicationID = applicationID
    self.carrier = carrier
    self.proof = proof
    self.identity = identity
    self.password = password
    self.methods = methods
    self.expiresAt = expiresAt
  }

  /// The request as a challenge, whose guesses are counted and which is spent once.
  package var challenge: AnsweredChallenge { AnsweredChallenge(id: id, expiresAt: expiresAt) }
}

/// The change of an identity by a sign-in with it.
package struct ProvenUse: Sendable, Equatable {
  /// Members that replace those of the identity.
  package let attributes: JSONObject
  /// The evidence; nil if it does not change.
  package let evidence: JSONObject?

  package init(attributes: JSONObject = JSONObject(), evidence: JSONObject? = nil) {
    self.attributes = attributes
    self.evidence = evidence
  }
}
