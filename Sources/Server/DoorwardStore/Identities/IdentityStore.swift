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
