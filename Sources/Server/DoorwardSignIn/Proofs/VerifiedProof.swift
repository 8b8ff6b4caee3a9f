package import DoorwardHTTP
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A proof that a method has verified. Only methods make one.
package struct VerifiedProof: Sendable {
  /// The challenge that the proof answers; nil for a method without challenges. The transaction that admits the proof
  /// spends the challenge.
  package let challenge: AnsweredChallenge?
  package let method: SignInMethodName
  package let assurance: Assurance
  package let identity: ProvenIdentity
  /// Whether the proof shows that the identity is the user's. A secret that a backend may have set does not.
  package let provesIdentity: Bool
  /// Data that the method needs to check the proof again during the life of the session.
  package let evidence: JSONObject
  /// The facts in the store that the proof depends on.
  package let conditions: [any AdmissionCondition]
  /// The values of the user who signs up with this proof. Then the proof signs in no user who exists.
  package let signUp: SignUpValues?
  /// The user whom the proof was verified for. Then the proof signs in this user or is refused; nil if it may sign up.
  package let user: User.ID?
  /// The rows that were read when the proof was checked; nil if there are none.
  package private(set) var ahead: SignInAhead?

  package init(
    challenge: AnsweredChallenge?, method: SignInMethodName, assurance: Assurance, identity: ProvenIdentity,
    provesIdentity: Bool = true, evidence: JSONObject = JSONObject(),
    conditions: [any AdmissionCondition] = [], signUp: SignUpValues? = nil,
    user: User.ID? = nil, ahead: SignInAhead? = nil
  ) {
    self.challenge = challenge
    self.method = method
    self.assurance = assurance
    self.identity = identity
    self.provesIdentity = provesIdentity
    self.evidence = evidence
    self.conditions = conditions
    self.signUp = signUp
    self.user = user
    self.ahead = ahead
  }

  /// The proof without the rows that were read when it was checked.
  var alone: VerifiedProof {
    var proof = self
    proof.ahead = nil
    return proof
  }

  /// The proof with the rows that were read when it was checked, unless that was too long ago.
  func continuing(at now: Date) -> VerifiedProof {
    guard let ahead, now.timeIntervalSince(ahead.reads.instant) > SignInAhead.longest else { return self }
    return alone
  }

  /// The proof as a session keeps it.
  package func sessionProof(of identity: Identity.ID, at now: Date) -> SessionProof {
    SessionProof(
      identity: identity, method: method, assurance: assurance, provenAt: now, evidence: evidence)
  }
}

/// The rows of a sign-in that were read with the check of its proof.
package struct SignInAhead: Sendable {
  /// The longest time between the check and the sign-in, which gets the time of the check. A password may wait in a queue.
  static let longest: TimeInterval = 10

  package let reads: SignInReads
  package let rows: ReadAhead

  /// - Returns: nil if no sign-in follows, or if it reads its rows by itself.
  init?(_ reads: SignInReads?, _ rows: ReadAhead?) {
    guard let reads, let rows else { return nil }
    self.reads = reads
    self.rows = rows
  }
}

/// The challenge that a proof answers.
package struct AnsweredChallenge: Sendable {
  package let id: ChallengeID
  package let expiresAt: Date

  package init(id: ChallengeID, expiresAt: Date) {
    self.id = id
    self.expiresAt = expiresAt
  }
}

/// The identity that a proof shows.
package struct ProvenIdentity: Sendable {
  package let key: IdentityKey
  /// Members of the HTTP contract's Identity that only the method knows.
  package let attributes: JSONObject
  /// Decides whether the identity still belongs to its user; nil if the proof alone shows that.
  package let continuity: (any IdentityContinuity)?

  package init(
    key: IdentityKey, attributes: JSONObject = JSONObject(), continuity: (any IdentityContinuity)? = nil
  ) {
    self.key = key
    self.attributes = attributes
    self.continuity = continuity
  }
}

/// Decides whether an identity still belongs to its user, for a method whose identifiers can get a new owner.
///
/// ``Admission`` calls it inside the transaction that admits the proof. The result depends only on the proof and on
/// the evidence that the identity keeps.
package protocol IdentityContinuity: Sendable {
  /// Whether the proof comes from the same holder as the evidence.
  func isContinuous(with evidence: JSONObject) -> Bool

  /// Called before the proof signs in the user of the identity.
  ///
  /// - Parameters:
  ///   - evidence: the evidence that the identity keeps.
  ///   - withSecondFactor: whether the new evidence is stored only if the user proves a second factor, too.
  /// - Returns: the new evidence of the identity.
  /// - Throws: `Problem` if the identity may have a new owner.
  func confirm(_ evidence: JSONObject, withSecondFactor: Bool) throws(Problem) -> JSONObject

  /// Called if the identity is new, or if its own signed-in user has linked it again.
  ///
  /// - Parameter evidence: the evidence that the identity keeps; empty for a new identity.
  /// - Returns: the new evidence of the identity.
  func renew(_ evidence: JSONObject) -> JSONObject
}
