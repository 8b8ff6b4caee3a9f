import DoorwardIdentifiers
package import DoorwardStore
package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The proof of a new user who adds a second factor before the user is stored.
package struct SignUpProof: Sendable {
  package let method: SignInMethodName
  package let assurance: Assurance
  package let provenAt: Date
  /// The evidence that the session keeps.
  package let evidence: JSONObject
  package let identity: IdentityKey
  package let attributes: JSONObject
  /// The evidence that the identity keeps.
  package let identityEvidence: JSONObject
  package let signUp: SignUpValues?

  package init(_ proof: VerifiedProof, at now: Date) {
    method = proof.method
    assurance = proof.assurance
    provenAt = now
    evidence = proof.evidence
    identity = proof.identity.key
    attributes = proof.identity.attributes
    identityEvidence = proof.identity.continuity?.renew(JSONObject()) ?? JSONObject()
    signUp = proof.signUp
  }

  /// The proof as it was verified, for the transaction that stores the user.
  ///
  /// `user` is the id of the new user, if it was announced since; nil for that of the proof, or for any.
  ///
  /// - Returns: the proof.
  package func verified(answering challenge: AnsweredChallenge, of user: User.ID? = nil) -> VerifiedProof {
    var signUp = signUp
    if let user {
      signUp = signUp ?? SignUpValues()
      signUp?.id = user
    }
    return VerifiedProof(
      challenge: challenge, method: method, assurance: assurance,
      identity: ProvenIdentity(
        key: identity, attributes: attributes, continuity: KeptEvidence(evidence: identityEvidence)),
      evidence: evidence,
      signUp: signUp)
  }
}

/// The evidence of an identity that no user has yet.
private struct KeptEvidence: IdentityContinuity {
  let evidence: JSONObject

  func isContinuous(with evidence: JSONObject) -> Bool { false }
  func confirm(_ evidence: JSONObject, withSecondFactor: Bool) -> JSONObject { self.evidence }
  func renew(_ evidence: JSONObject) -> JSONObject { self.evidence }
}

extension SignUpProof {
  package var json: JSONValue {
    get throws {
      [
        "method": .string(method.rawValue), "assurance": .string(assurance.rawValue),
        "proven_at": .integer(try StoredTime.milliseconds(provenAt)), "evidence": .object(evidence),
        "kind": .string(identity.kind.rawValue), "realm": .text(identity.realm),
        "identifier": .string(identity.identifier), "attributes": .object(attributes),
        "identity_evidence": .object(identityEvidence), "new_user": signUp.map(\.json) ?? .null,
      ]
    }
  }

  package init?(_ members: JSONValue) {
    guard let method = members["method"]?.string, let assurance = members["assurance"]?.string,
      let provenAt = members["proven_at"]?.int64, let evidence = members["evidence"]?.object,
      let kind = members["kind"]?.string, let identifier = members["identifier"]?.string,
      let attributes = members["attributes"]?.object,
      let identityEvidence = members["identity_evidence"]?.object
    else { return nil }
    self.method = SignInMethodName(rawValue: method)
    self.assurance = Assurance(rawValue: assurance)
    self.provenAt = StoredTime.moment(provenAt)
    self.evidence = evidence
    identity = IdentityKey(
      kind: IdentityKey.Kind(rawValue: kind), identifier: identifier, realm: members["realm"]?.string)
    self.attributes = attributes
    self.identityEvidence = identityEvidence
    signUp = members["new_user"].flatMap { SignUpValues($0) }
  }
}

extension SignUpProof {
  /// The identifier as the user has given it.
  var shownIdentifier: String { attributes["identifier"]?.string ?? identity.identifier }
}
