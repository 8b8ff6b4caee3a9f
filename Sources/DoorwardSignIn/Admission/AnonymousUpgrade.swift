import DoorwardHTTP
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Turns an anonymous user into a registered one: the same user, by an identity that no user has.
///
/// The transaction that admits the proof decides it. Of two proofs at once that carry one anonymous user's token, the
/// first registers the user, and the second finds no anonymous user.
package struct AnonymousUpgrade: Sendable {
  /// The session whose account token the request carried.
  package let session: Session

  /// - Returns: nil unless the caller was anonymous when the token was checked.
  package init?(_ caller: Caller) {
    guard caller.user.kind == .anonymous else { return nil }
    session = caller.session
  }

  /// Refuses a caller whom another request has registered since the token was checked.
  ///
  /// - Throws: `Problem` 401 `invalid_token`; ``StoreError``.
  package func requireAnonymous(in transaction: any StoreWriting) throws {
    guard try transaction.user(session.userID)?.kind == .anonymous else { throw Problem.invalidToken }
  }

  /// Registers the user. The caller adds the identity in the same transaction.
  ///
  /// - Returns: the user as stored, and the session that the token belongs to.
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
    return (user, session)
  }

  /// Binds the anonymous user's session to the identity that registered the user, so that it ends with the identity.
  /// This proves nothing more in the session.
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
