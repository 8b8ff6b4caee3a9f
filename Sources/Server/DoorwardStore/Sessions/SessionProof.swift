package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One proof of a session. It opened the session, or re-authenticated it.
///
/// Removing an identity withdraws its proof. A session without another proven identity then ends.
package struct SessionProof: Sendable, Equatable {
  /// The identity that was proven; nil for a proof that shows no identity: that of an anonymous user or of a second
  /// factor.
  package let identity: Identity.ID?
  /// The method of the latest proof (RFC 8176).
  package let method: SignInMethodName
  package let assurance: Assurance
  /// The time of the latest proof in this session.
  package let provenAt: Date
  /// Data that the method keeps to check the proof again. No other code interprets it.
  package var evidence: JSONObject

  package init(
    identity: Identity.ID?, method: SignInMethodName, assurance: Assurance, provenAt: Date,
    evidence: JSONObject = JSONObject()
  ) {
    self.identity = identity
    self.method = method
    self.assurance = assurance
    self.provenAt = provenAt
    self.evidence = evidence
  }

  /// Whether the proof is that of a second factor alone. A passkey that has verified the user proves an identity, too.
  package var isOfSecondFactor: Bool { identity == nil && Assurance.secondFactors.contains(assurance) }
}
