package import DoorwardStore
package import Encodings

/// The first factor of a sign-in that waits for a second one.
package enum FirstFactor: Sendable {
  /// The proof of a user.
  case user(User.ID, SessionProof, ProvenUse)
  /// The proof of a new user, who is stored with the second factor.
  case signUp(SignUpProof)

  /// The user; nil for a new user.
  package var user: User.ID? {
    switch self {
    case .user(let user, _, _): user
    case .signUp: nil
    }
  }

  /// The proof in the form of a session, to check whether an application offers the method.
  package var proof: SessionProof {
    switch self {
    case .user(_, let proof, _): proof
    case .signUp(let proof):
      SessionProof(
        identity: nil, method: proof.method, assurance: proof.assurance, provenAt: proof.provenAt,
        evidence: proof.evidence)
    }
  }
}

extension FirstFactor {
  /// Whether the user has set up a second factor that can follow this first factor.
  ///
  /// - Throws: ``StoreError``.
  package func hasFollowingFactor(in snapshot: any StoreReading) throws -> Bool {
    guard let user else { return false }
    return try snapshot.secondFactors(of: user).contains(where: canBeFollowed)
  }

  /// Whether a second factor can follow this first factor.
  func canBeFollowed(by factor: SecondFactorRecord) -> Bool {
    factor.follows(proof.method)
  }
}

/// The change of an identity by a sign-in with it.
package struct ProvenUse: Sendable {
  /// Members that replace those of the identity.
  package let attributes: JSONObject
  /// The evidence; nil if it does not change.
  package let evidence: JSONObject?

  package init(attributes: JSONObject = JSONObject(), evidence: JSONObject? = nil) {
    self.attributes = attributes
    self.evidence = evidence
  }
}
