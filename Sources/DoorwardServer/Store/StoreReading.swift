#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What can be asked of one consistent snapshot of the store.
public protocol StoreReading {
  /// The user; nil where there is none.
  func user(_ id: User.ID) throws -> User?
  /// What the user has granted to the application; nil if the user never signed in to it.
  func grant(of user: User.ID, to applicationID: String) throws -> ApplicationGrant?
  /// Every grant of the user, by application id.
  func grants(of user: User.ID) throws -> [ApplicationGrant]

  /// The identity that holds this key, which at most one does.
  func identity(_ key: IdentityKey) throws -> Identity?
  /// The identity; nil where there is none.
  func identity(_ id: Identity.ID) throws -> Identity?
  /// The identities of a user, oldest first.
  func identities(of user: User.ID) throws -> [Identity]
  /// The identities of a user, the newest first, part by part as
  /// ``liveSessions(of:at:lastingOnly:after:limit:)`` answers sessions.
  func identities(
    of user: User.ID, after position: ListPosition<Identity>?, limit: Int
  ) throws -> [Identity]
  /// The keys that have proven a NEAR identity, the last used first.
  func nearKeys(of identity: Identity.ID) throws -> [ProvenNEARKey]

  /// The session, ended and expired ones included until they are purged.
  func session(_ id: Session.ID) throws -> Session?
  /// The sessions that are live at `instant`, the newest first.
  ///
  /// - Parameters:
  ///   - user: whose sessions.
  ///   - instant: when they are live.
  ///   - lastingOnly: whether brief ones are left out (``Session/isBrief``).
  ///   - position: where the part before ended; nil for the first.
  ///   - limit: the most to answer.
  /// - Returns: those that come next.
  /// - Throws: ``StoreError``.
  func liveSessions(
    of user: User.ID, at instant: Date, lastingOnly: Bool, after position: ListPosition<Session>?, limit: Int
  ) throws -> [Session]

  /// The device authorization whose user code has this hash, whatever has become of it.
  func deviceAuthorization(userCodeHash: [UInt8]) throws -> DeviceAuthorization?

  /// The API key whose secret has this hash, a revoked one included.
  func apiKey(hash: [UInt8]) throws -> APIKeyRecord?
  /// The API keys, oldest first, revoked ones included.
  func apiKeys() throws -> [APIKeyRecord]

  /// The signing keys, oldest first, retired and revoked ones included.
  func signingKeys() throws -> [SigningKeyRecord]
}
