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

/// The key of an identity: two proofs with one key show the same identity. At most one user holds a key.
package struct IdentityKey: Hashable, Sendable {
  /// The type of an identity, as the HTTP contract names it. Each sign-in method defines its own.
  package struct Kind: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
  }

  package let kind: Kind
  /// The canonical name, unique within the realm.
  package let identifier: String
  /// The part of the world in which the identifier is unique, such as a network; nil if it is unique everywhere.
  package let realm: String?

  package init(kind: Kind, identifier: String, realm: String? = nil) {
    self.kind = kind
    self.identifier = identifier
    self.realm = realm.flatMap { $0.isEmpty ? nil : $0 }
  }
}
