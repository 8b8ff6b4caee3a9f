#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What can be done within one transaction.
///
/// To insert what is already there throws ``StoreError/Code/conflict``; to update what is not, or to insert
/// what belongs to a user who is not, throws ``StoreError/Code/missing``; to delete what is not there is
/// nothing. After either error the transaction goes on as if the call had not been made.
public protocol StoreWriting: StoreReading {
  /// Spends a challenge.
  ///
  /// - Parameters:
  ///   - challenge: what is to be used up.
  ///   - expiry: until when the spend must be remembered; after it the challenge is dead anyway.
  /// - Returns: false where it was already spent, by this transaction's time or any other process.
  /// - Throws: ``StoreError``.
  func spend(_ challenge: ChallengeID, until expiry: Date) throws -> Bool

  /// The session, held so that no other transaction changes it before this one ends; nil where there is none.
  func lockedSession(_ id: Session.ID) throws -> Session?

  /// Adds a user.
  ///
  /// - Throws: ``StoreError/Code/conflict`` where there is one of this id.
  func insert(_ user: User) throws
  /// Updates everything of a user but the id and when it was made.
  ///
  /// - Throws: ``StoreError/Code/missing`` where the user is not there.
  func update(_ user: User) throws
  /// Removes the user with every identity, its keys, and session.
  func deleteUser(_ id: User.ID) throws

  /// Adds an identity to a user.
  ///
  /// - Throws: ``StoreError/Code/conflict`` where another user or the same one already holds the key,
  ///   ``StoreError/Code/missing`` where the user is not there.
  func insert(_ identity: Identity) throws
  /// Updates `wallet` and `lastUsedAt`; the key and its owner never change.
  ///
  /// - Throws: ``StoreError/Code/missing`` where the identity is not there.
  func update(_ identity: Identity) throws
  /// Removes the identity with the keys remembered of it.
  func deleteIdentity(_ id: Identity.ID) throws

  /// Remembers a key that proves a NEAR identity. Of one known already, `seenHeight`, once set, stays and
  /// `provenAt` never goes back. Past ``ProvenNEARKey/limit`` the key proven longest ago is forgotten.
  ///
  /// - Throws: ``StoreError/Code/missing`` where the identity is not there.
  func remember(_ key: ProvenNEARKey, of identity: Identity.ID) throws
  /// Forgets every key of an identity.
  func forgetNEARKeys(of identity: Identity.ID) throws

  /// Adds a session to a user.
  ///
  /// - Throws: ``StoreError/Code/conflict`` where there is one of this id, ``StoreError/Code/missing`` where
  ///   the user is not there.
  func insert(_ session: Session) throws
  /// Updates what changes of a session. `endedAt`, once set, stays: no late write revives a session.
  ///
  /// - Throws: ``StoreError/Code/missing`` where the session is not there.
  func update(_ session: Session) throws
  /// Ends the user's live sessions.
  ///
  /// - Parameters:
  ///   - user: whose sessions.
  ///   - kept: one session to leave alone.
  ///   - instant: when they end; those that have expired by then stay as they are.
  /// - Returns: how many ended.
  /// - Throws: ``StoreError``.
  func endSessions(of user: User.ID, except kept: Session.ID?, at instant: Date) throws -> Int
  /// Ends the user's live sessions of one kind but the `count` that were used last.
  ///
  /// - Parameters:
  ///   - user: whose sessions.
  ///   - areBrief: whether those whose ``Session/isBrief`` is true are meant, or all others.
  ///   - count: how many stay.
  ///   - instant: when the others end.
  /// - Returns: how many ended.
  /// - Throws: ``StoreError``.
  func endSessions(of user: User.ID, areBrief: Bool, leaving count: Int, at instant: Date) throws -> Int

  /// The authorization code of this hash, held so that no other transaction uses it before this one ends; nil
  /// where there is none.
  func lockedAuthorizationCode(hash: [UInt8]) throws -> AuthorizationCode?
  /// Adds an authorization code.
  ///
  /// - Throws: ``StoreError/Code/conflict`` where there is one of this hash, ``StoreError/Code/missing`` where
  ///   the page's session is not there.
  func insert(_ code: AuthorizationCode) throws
  /// Updates `usedAt` and `openedSession`, each of which, once set, stays.
  ///
  /// - Throws: ``StoreError/Code/missing`` where the code is not there.
  func update(_ code: AuthorizationCode) throws

  /// The device authorization of this device code, held so that no other transaction changes it before this
  /// one ends; nil where there is none.
  func lockedDeviceAuthorization(deviceCodeHash: [UInt8]) throws -> DeviceAuthorization?
  /// How many devices of a network wait at `instant` for somebody to let them in, or have been let in and have
  /// not asked since.
  func waitingDevices(of network: [UInt8], at instant: Date) throws -> Int
  /// The same, of a client whose backend asks for its devices: those that have no network.
  func waitingDevices(ofClient applicationID: String, at instant: Date) throws -> Int
  /// Adds a device authorization.
  ///
  /// - Throws: ``StoreError/Code/conflict`` where there is one of either hash.
  func insert(_ device: DeviceAuthorization) throws
  /// Updates `interval`, `polledAt`, and what, once set, stays: `decision` with its `pageSession`, and `usedAt`.
  ///
  /// A page's session that is purged, or goes with its user, is not named any more; the decision stays.
  ///
  /// - Throws: ``StoreError/Code/missing`` where the authorization, or the session of the page, is not there.
  func update(_ device: DeviceAuthorization) throws

  /// Adds an API key.
  ///
  /// - Throws: ``StoreError/Code/conflict`` where there is one of this id or of this hash.
  func insert(_ key: APIKeyRecord) throws
  /// Updates `revokedAt`, which, once set, stays.
  ///
  /// - Throws: ``StoreError/Code/missing`` where the key is not there.
  func update(_ key: APIKeyRecord) throws

  /// Adds a signing key.
  ///
  /// - Throws: ``StoreError/Code/conflict`` where there is one of this id.
  func insert(_ key: SigningKeyRecord) throws
  /// Updates `sealedPrivateKey`, `retiredAt` and `revokedAt`; the last, once set, stays.
  ///
  /// - Throws: ``StoreError/Code/missing`` where the key is not there.
  func update(_ key: SigningKeyRecord) throws

  /// Adds scopes to what the user has granted to the application; makes the grant if there is none.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such user.
  func grant(_ scopes: Scopes, of user: User.ID, to applicationID: String) throws
  /// Updates the `appMetadata` of a grant.
  ///
  /// - Throws: ``StoreError/Code/missing`` if there is no such grant.
  func update(_ grant: ApplicationGrant, of user: User.ID) throws

  /// Removes the anonymous users whose last session ended before `instant`, once it has been purged.
  ///
  /// - Returns: how many went.
  /// - Throws: ``StoreError``.
  func purgeAnonymousUsers(leftBefore instant: Date, limit: Int) throws -> Int

  /// Forgets what no longer matters: spent challenges, authorization codes and device authorizations past their
  /// expiry, sessions ended or expired before `instant`.
  ///
  /// - Parameters:
  ///   - instant: what was over before it goes.
  ///   - limit: the most rows to touch, so that no purge holds the writer for long.
  /// - Returns: how many rows went.
  /// - Throws: ``StoreError``.
  func purge(before instant: Date, limit: Int) throws -> Int
}
