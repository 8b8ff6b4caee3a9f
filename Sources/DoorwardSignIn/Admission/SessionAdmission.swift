package import DoorwardSessions
package import DoorwardStore
package import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Opens the session of a user who has just been admitted, or renews the caller's session.
package struct SessionAdmission: Sendable {
  private let lifetimes: Lifetimes
  private let limits: AccountLimits

  package init(lifetimes: Lifetimes, limits: AccountLimits) {
    self.lifetimes = lifetimes
    self.limits = limits
  }

  /// Opens a session, or renews the caller's.
  ///
  /// - Parameters:
  ///   - id: the identifier of a new session.
  ///   - salt: the key salt of a new session.
  ///   - user: the user.
  ///   - isNewUser: whether the same transaction has made the user.
  ///   - proof: the proof that the session rests on.
  ///   - opening: the values that the session is opened with.
  ///   - refresh: the state of a new session's refresh tokens.
  ///   - now: the time.
  ///   - transaction: the transaction that admits the user.
  /// - Returns: the session as stored.
  /// - Throws: ``StoreError``.
  package func open(
    _ id: Session.ID, salt: [UInt8], for user: User, isNewUser: Bool, by proof: SessionProof,
    _ opening: SessionOpening, refresh: RefreshRotation, at now: Date, in transaction: any StoreWriting
  ) throws -> Session {
    var replaced = opening.replaced
    if let current = opening.current, proof.identity != nil,
      var session = try transaction.lockedSession(current.id),
      session.isRenewed(by: user.id, for: opening.application.id, as: opening.carrier, at: now)
    {
      if !session.isAnonymous {
        session.record(proof)
        session.lastUsedAt = now
        try transaction.update(session)
        return session
      }
      // Another party may hold the anonymous user's tokens. The proof must not sign that party in.
      replaced = session.id
    }
    if let replaced { try transaction.end(replaced, because: .replaced, at: now) }
    let session = Session(
      id: id, userID: user.id, applicationID: opening.application.id, carrier: opening.carrier,
      createdAt: now, lastUsedAt: now, expiresAt: now.addingTimeInterval(TimeInterval(lifetimes.session)),
      proofs: [proof], keySalt: salt, refresh: refresh, client: opening.client)
    try add(session, isNewUser: isNewUser, at: now, in: transaction)
    return session
  }

  /// Adds the session of an admitted user.
  package func add(
    _ session: Session, isNewUser: Bool = false, at now: Date, in transaction: any StoreWriting
  ) throws {
    // The oldest sessions end before the new one is there, so that the new one never ends; and only sessions of its
    // kind end, so that a site that opens one with each visit ends none that the user would miss.
    if !isNewUser {
      try transaction.endSessions(
        of: session.userID, areBrief: session.isBrief, leaving: Int(limits.sessionsPerUser) - 1, at: now)
    }
    try transaction.insert(session)
    // A session on the hosted page belongs to the server itself. It grants nothing to the first application.
    guard session.carrier == .tokens else { return }
    try transaction.grant(session.scopes ?? .whole, of: session.userID, to: session.applicationID)
  }
}
