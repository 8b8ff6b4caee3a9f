package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A way to sign in to an account. The user has proven it, unless a backend has only vouched for it.
package struct Identity: Sendable, Equatable {
  package typealias ID = Identifier<Identity>

  package let id: ID
  package let userID: User.ID
  package let key: IdentityKey
  /// Members of the HTTP contract's Identity that only the method of the identity knows. The server shows them and
  /// does not interpret them.
  package var attributes: JSONObject
  /// Data that the method keeps to check later proofs. No other code interprets it.
  package var evidence: JSONObject
  /// The time of the first proof, or of the creation while the identity is only vouched for.
  package var verifiedAt: Date
  package var lastUsedAt: Date?
  /// Whether a backend has stated the identity, and its user has not proven it.
  package var isVouched: Bool

  package init(
    id: ID, userID: User.ID, key: IdentityKey, attributes: JSONObject = JSONObject(),
    evidence: JSONObject = JSONObject(), verifiedAt: Date, lastUsedAt: Date?,
    isVouched: Bool = false
  ) {
    self.id = id
    self.userID = userID
    self.key = key
    self.attributes = attributes
    self.evidence = evidence
    self.verifiedAt = verifiedAt
    self.lastUsedAt = lastUsedAt
    self.isVouched = isVouched
  }
}

extension Identity {
  /// The position of the identity in the list of its user's identities.
  package var position: ListPosition<Identity> { ListPosition(moment: verifiedAt, id: id) }
}
