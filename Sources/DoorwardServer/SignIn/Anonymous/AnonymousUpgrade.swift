import DoorwardHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How an anonymous user becomes a registered one: the same user, by an identity that nobody has.
///
/// Decided inside the transaction that admits the proof: of two proofs at once that carry one visitor's
/// token, the first registers the user, and the other finds nobody anonymous any more.
struct AnonymousUpgrade: Sendable {
  /// The session whose account token the request carried.
  let session: Session

  /// - Returns: nil unless the caller was anonymous when the token was looked at.
  init?(_ caller: Caller) {
    guard caller.user.kind == .anonymous else { return nil }
    session = caller.session
  }

  /// Refuses a caller whom another request has registered since the token was checked.
  ///
  /// - Throws: ``Problem`` 401 `invalid_token`; ``StoreError``.
  func requireAnonymous(in transaction: any StoreWriting) throws {
    guard try transaction.user(session.userID)?.kind == .anonymous else { throw Problem.invalidToken }
  }

  /// Makes the user a registered one; the caller adds the identity in the same transaction.
  ///
  /// - Returns: the user as stored, and the session that the token belongs to.
  /// - Throws: ``Problem`` 401 `invalid_token` if the session has ended or the user is registered by now;
  ///   ``StoreError``.
  func register(at now: Date, in transaction: any StoreWriting) throws -> (user: User, session: Session) {
    guard let session = try transaction.lockedSession(session.id), session.isLive(at: now),
      var user = try transaction.user(session.userID), user.kind == .anonymous
    else { throw Problem.invalidToken }
    user.kind = .registered
    user.lastSignInAt = now
    try transaction.update(user)
    return (user, session)
  }

  /// Binds the anonymous user's session to the identity that registered the user, so that it ends with it. This
  /// proves nothing more in the session.
  ///
  /// - Throws: ``StoreError``.
  static func bind(_ session: Session, to identity: Identity, in transaction: any StoreWriting) throws {
    var session = session
    session.record(
      SessionProof(identity: identity.id, method: .anonymous, provenAt: session.createdAt))
    try transaction.update(session)
  }
}
