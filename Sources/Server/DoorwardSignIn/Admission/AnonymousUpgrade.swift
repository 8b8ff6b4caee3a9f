import DoorwardHTTP
import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Registers an anonymous user with an identity that no user has. The user keeps the account.
///
/// The transaction that admits the proof decides. If two proofs use the token of one anonymous user at the same time,
/// the first one registers the user. The second one finds no anonymous user.
package struct AnonymousUpgrade: Sendable {
  /// The session whose account token was in the request.
  package let session: Session

  /// - Returns: nil unless the caller was anonymous when the token was checked.
  package init?(_ caller: Caller) {
    guard caller.user.kind == .anonymous else { return nil }
    session = caller.session
  }

  /// Refuses the caller if another request has registered the user since the token was checked.
  ///
  /// - Throws: `Problem` 401 `invalid_token`; ``StoreError``.
  package func requireAnonymous(in transaction: any StoreWriting) throws {
    guard try transaction.user(session.userID)?.kind == .anonymous else { throw Problem.invalidToken }
  }

  /// Registers the user. The caller adds the identity in the same transaction.
  ///
  /// - Returns: the user as stored, and the session of the token.
  /// - Throws: `Problem` 401 `invalid_token` if the session has ended or the user is already registered;
  ///   ``StoreError``.
  package func register(
    at now: Date, in transaction: any StoreWriting
  ) throws -> (user: User, session: Session) {
    guard let session = try transaction.lockedSession(session.id), session.isLive(at: now),
      var user = try transaction.user(session.userID), user.kind == .anonymous
    else { throw Problem.invalidToken }
    user.kind = .registered
    user.lastSignInAt = now
    try transaction.update(user)
    // Another party may have had the tokens of the anonymous user. A password from that time is not the user's.
    try transaction.setPasswordHash(nil, of: user.id)
    return (user, session)
  }

  /// Binds the anonymous user's session to the identity that registered the user, so that it ends with the identity.
  /// The session does not gain a proof by this.
  ///
  /// - Throws: ``StoreError``.
  package static func bind(
    _ session: Session, to identity: Identity, in transaction: any StoreWriting
  ) throws {
    var session = session
    session.proofs = session.proofs.map { proof in
      SessionProof(
        identity: identity.id, method: proof.method, assurance: proof.assurance, provenAt: proof.provenAt)
    }
    try transaction.update(session)
  }
}
