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

/// Queries about identities.
package protocol IdentityReading {
  /// The identity with this key; at most one exists.
  func identity(_ key: IdentityKey) throws -> Identity?
  /// The identity; nil if there is none.
  func identity(_ id: Identity.ID) throws -> Identity?
  /// The identities of a user, oldest first.
  func identities(of user: User.ID) throws -> [Identity]
  /// The identities of the user who has the identity with this key, oldest first; empty if no user has it.
  func identities(ofUserWith key: IdentityKey) throws -> [Identity]
  /// One part of the identities of a user, newest first.
  ///
  /// `position` is the end of the part before; nil for the first part. `limit` is the most identities to return.
  ///
  /// - Returns: the identities that come next.
  /// - Throws: ``StoreError``.
  func identities(of user: User.ID, after position: ListPosition<Identity>?, limit: Int) throws -> [Identity]
}

/// Changes of identities.
package protocol IdentityWriting: IdentityReading {
  /// Adds an identity to a user.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if any user holds the key, ``StoreError/Code/missing`` if there is no such
  ///   user.
  func insert(_ identity: Identity) throws
  /// Updates `attributes`, `evidence` and `lastUsedAt`. The key and its owner never change.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such identity.
  func update(_ identity: Identity) throws
  /// Works as ``update(_:)``, in a sign-in with the identity, which changes the user too (``UserWriting/noteSignIn(of:at:)``).
  func noteUse(_ identity: Identity) throws
  /// Updates `verifiedAt` and `isVouched`: the user has proven an identity that a backend had vouched for.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such identity.
  func confirm(_ identity: Identity) throws
  /// Removes the identity.
  func deleteIdentity(_ id: Identity.ID) throws
}
