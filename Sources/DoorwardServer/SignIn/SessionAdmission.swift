#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens the session of a user who has just been admitted, or renews the one there is.
struct SessionAdmission: Sendable {
  let lifetimes: ServerConfiguration.Lifetimes
  let limits: ServerConfiguration.Limits

  /// - Parameters:
  ///   - user: whose session.
  ///   - proven: the identity that the user has just proven, with its proof; nil for an anonymous user.
  ///   - opening: what the session is opened with.
  ///   - ids: the random values it needs.
  ///   - now: when it opens.
  ///   - transaction: where; the same that admits the user.
  /// - Returns: the session as stored.
  /// - Throws: ``StoreError``.
  func open(
    for user: User, by proven: (identity: Identity, proof: ProvenIdentity)?, _ opening: SessionOpening,
    _ ids: FreshIDs, _ now: Date,
    _ transaction: any StoreWriting
  ) throws -> Session {
    var replaced = opening.replaced
    let proof = proven.map {
      SessionProof(identity: $0.identity.id, method: $0.proof.method, provenAt: now)
    }
    if let current = opening.current, let proof, var session = try transaction.lockedSession(current.id),
      session.isRenewed(by: user.id, for: opening.application.id, as: opening.carrier, at: now)
    {
      if !session.isAnonymous {
        session.record(proof)
        session.lastUsedAt = now
        session.nearKey = proven?.proof.nearKey ?? session.nearKey
        try transaction.update(session)
        return session
      }
      // Whoever had the visitor's tokens must not be signed in by somebody else's proof.
      replaced = session.id
    }
    if let replaced, var previous = try transaction.lockedSession(replaced) {
      previous.endedAt = now
      try transaction.update(previous)
    }
    let session = Session(
      id: ids.session, userID: user.id, applicationID: opening.application.id, carrier: opening.carrier,
      createdAt: now, lastUsedAt: now, expiresAt: now.addingTimeInterval(TimeInterval(lifetimes.session)),
      proofs: proof.map { [$0] } ?? [], keySalt: ids.salt, client: opening.client,
      nearKey: proven?.proof.nearKey)
    try add(session, at: now, transaction)
    return session
  }

  /// Adds a session that somebody has been admitted to.
  func add(_ session: Session, at now: Date, _ transaction: any StoreWriting) throws {
    // Room is made before the session is there, so that it is never the one to go; and among its own kind, so
    // that a site that opens one with each visit pushes out none that somebody would miss.
    _ = try transaction.endSessions(
      of: session.userID, areBrief: session.isBrief, leaving: Int(limits.sessionsPerUser) - 1, at: now)
    try transaction.insert(session)
    try transaction.grant(
      session.scopes ?? .whole, of: session.userID, to: session.applicationID)
  }
}
