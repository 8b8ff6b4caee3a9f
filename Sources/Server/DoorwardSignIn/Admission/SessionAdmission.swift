import DoorwardDelivery
package import DoorwardServerRules
package import DoorwardSessions
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Opens a session for an admitted user, or renews the caller's session.
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
  ///   - isNewUser: whether the same transaction made the user.
  ///   - proofs: the proofs of the session: of an identity, and of a second factor if the user has one.
  ///   - opening: the values that the session is opened with.
  ///   - refresh: the state of a new session's refresh tokens.
  ///   - now: the time.
  ///   - transaction: the transaction that admits the user.
  /// - Returns: the session as stored, and the user's grant to the application if the session has added to it.
  /// - Throws: ``StoreError``.
  package func open(
    _ id: Session.ID, salt: [UInt8], for user: User, isNewUser: Bool, by proofs: [SessionProof],
    _ opening: SessionOpening, refresh: RefreshRotation, at now: Date, in transaction: any StoreWriting
  ) throws -> (session: Session, grant: ApplicationGrant?) {
    var replaced = opening.replaced
    if let current = opening.current, proofs.contains(where: { $0.identity != nil }),
      var session = try transaction.lockedSession(current.id),
      session.isRenewed(by: user.id, for: opening.application.id, as: opening.carrier, at: now)
    {
      if !session.isAnonymous {
        // A second factor belongs to the sign-in that it followed.
        session.withdrawSecondFactor()
        for proof in proofs { session.record(proof) }
        session.lastUsedAt = now
        try transaction.update(session)
        try transaction.record(
          .sessionRenewed(methods: session.methods), about: EventSubjects(session),
          by: opening.origin(user.id), at: now)
        return (session, nil)
      }
      // Another party may have the anonymous user's tokens. The proof must not sign in that party.
      replaced = session
    }
    if let replaced {
      // The client is not part of the events of another user.
      let origin =
        replaced.userID == user.id ? opening.origin(user.id) : EventOrigin(.user(user.id))
      try transaction.end(replaced, because: .replaced, by: origin, at: now)
    }
    // The session of an administrator's link ends when the user can add no way to sign in any more.
    let lifetime = proofs.contains(where: \.isByLink) ? lifetimes.recentSignIn : lifetimes.session
    let session = Session(
      id: id, userID: user.id, applicationID: opening.application.id, carrier: opening.carrier,
      createdAt: now, lastUsedAt: now, expiresAt: now.addingTimeInterval(TimeInterval(lifetime)),
      proofs: proofs, keySalt: salt, refresh: refresh, client: opening.client)
    return (session, try add(session, isNewUser: isNewUser, at: now, in: transaction))
  }

  /// Adds the session of an admitted user.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - shown: the scopes that a page has listed to the user.
  ///   - isNewUser: whether the same transaction made the user.
  ///   - now: the time.
  ///   - transaction: the transaction that admits the user.
  /// - Returns: the user's grant to the application; nil if the session grants nothing.
  /// - Throws: ``StoreError``.
  @discardableResult
  package func add(
    _ session: Session, shown: Scopes = Scopes([]), isNewUser: Bool = false, at now: Date,
    in transaction: any StoreWriting
  ) throws -> ApplicationGrant? {
    // The least recently used sessions end before the new one is added, so that the new session never ends here. Only
    // sessions of the same kind end. So a site that opens a brief session at each visit does not end a lasting
    // session.
    let origin = EventOrigin(.user(session.userID), session.client)
    if !isNewUser {
      let ended = try transaction.endSessions(
        of: session.userID, areBrief: session.isBrief, leaving: Int(limits.sessionsPerUser) - 1, at: now)
      if ended > 0 {
        try transaction.record(
          .sessionsEnded(.limitReached, count: ended), about: EventSubjects(user: session.userID), by: origin,
          at: now)
      }
    }
    try transaction.insert(session)
    try transaction.record(
      .sessionStarted(methods: session.methods, session.scopes), about: EventSubjects(session), by: origin,
      at: now)
    // A session on the hosted page belongs to the server, so it grants no scopes to the first application.
    guard session.carrier == .tokens else { return nil }
    let granted = session.scopes ?? .whole
    return try transaction.grant(
      granted, shown: granted.intersection(shown), of: session.userID, to: session.applicationID)
  }
}

extension SecurityNotices {
  /// Tells a user by mail about a sign-in on a device that is not known, in the transaction of the sign-in.
  ///
  /// No SMS is sent, because an attacker with the password could cause any number of messages.
  ///
  /// - Parameters:
  ///   - user: the user.
  ///   - identities: the identities of the user.
  ///   - client: the device.
  ///   - application: the application of the sign-in.
  ///   - language: the language if the user has no locale.
  ///   - now: the time of the sign-in.
  ///   - transaction: the transaction.
  /// - Returns: whether there is a message to deliver after the transaction.
  /// - Throws: ``StoreError``; the errors of the random source and of the cipher.
  package func announce(
    _ user: User, identities: [Identity], on client: ClientDescription, _ application: Application,
    language: String, at now: Date, in transaction: any StoreWriting
  ) throws -> Bool {
    let recipients = identities.noticeRecipients.filter { $0.channel == .email }
    guard !recipients.isEmpty else { return false }
    let rows = try rows(
      ofSignInOn: client, to: recipients, about: user, application, language: language, at: now)
    for row in rows { try transaction.insert(row) }
    return !rows.isEmpty
  }
}
