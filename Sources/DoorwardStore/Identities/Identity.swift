package import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A proven way to sign in to an account.
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
  package let verifiedAt: Date
  package var lastUsedAt: Date?

  package init(
    id: ID, userID: User.ID, key: IdentityKey, attributes: JSONObject = JSONObject(),
    evidence: JSONObject = JSONObject(), verifiedAt: Date, lastUsedAt: Date?
  ) {
    self.id = id
    self.userID = userID
    self.key = key
    self.attributes = attributes
    self.evidence = evidence
    self.verifiedAt = verifiedAt
    self.lastUsedAt = lastUsedAt
  }
}

extension Identity {
  /// The position of the identity in the list of its user's identities.
  package var position: ListPosition<Identity> { ListPosition(moment: verifiedAt, id: id) }
}
