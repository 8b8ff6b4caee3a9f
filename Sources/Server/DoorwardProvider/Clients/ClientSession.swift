package import DoorwardHTTP
package import DoorwardSessions
package import DoorwardSignIn
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A session of a client that a user has allowed on the hosted page.
package struct ClientSession: Sendable {
  package let user: User
  package let session: Session
  /// The user, limited to the data that the client may read.
  package let view: UserView
  /// The claims of the session's scopes.
  package let claims: UserClaims
  /// The session on the page that allowed it.
  package let page: Session.ID
  /// The nonce of the authorization request, for the ID token.
  package let nonce: String?
}

/// Opens the sessions of clients.
package struct ClientSessionOpening: Sendable {
  private let sessions: SessionAdmission
  private let unrefreshedLifetime: Int64

  /// - Parameters:
  ///   - sessions: adds sessions.
  ///   - unrefreshedLifetime: the lifetime of a session without a refresh token, in seconds: the lifetime of its access
  ///     token.
  package init(sessions: SessionAdmission, unrefreshedLifetime: Int64) {
    self.sessions = sessions
    self.unrefreshedLifetime = unrefreshedLifetime
  }

  /// Opens a session with the proofs of the page's session and with its own tokens. The session ends no later than the
  /// page's session.
  ///
  /// - Parameters:
  ///   - page: the session on the page, locked by the transaction.
  ///   - application: the client.
  ///   - granted: the scopes that the user has allowed. The operator may have withdrawn some since.
  ///   - shown: those of them that the page has listed to the user.
  ///   - ids: the random values of the session.
  ///   - client: the description of the client for session lists.
  ///   - now: the time.
  ///   - transaction: the transaction that spends the code of the session.
  /// - Returns: the session as stored, and the user's grant to the client; nil if no scope is left, or the page's session does
  ///   not suffice for the client any more.
  /// - Throws: ``StoreError``.
  package func open(
    from page: Session, for application: Application, granting granted: Scopes, shown: Scopes, ids: FreshIDs,
    to client: ClientDescription, at now: Date, in transaction: any StoreWriting
  ) throws -> (session: Session, grant: ApplicationGrant?)? {
    let scopes = application.client.allowed(of: granted)
    guard scopes.opensSomething,
      try ClientRequirement(application).objection(to: page, at: now, in: transaction) == nil
    else { return nil }
    let session = session(from: page, for: application, with: scopes, ids: ids, to: client, at: now)
    // A sign-in may end the page's session at the same time, as the reset of a password does.
    try transaction.collideWithSignIns(of: page.userID)
    if let identity = try application.signUp.requireFirstGrant(
      of: page.userID, to: application.id, at: now, in: transaction)
    {
      try application.signUp.acceptInvitations(of: identity, at: now, in: transaction)
    }
    let grant = try sessions.add(session, shown: shown, at: now, in: transaction)
    if application.client.backChannelLogoutURI != nil, scopes.contains(.openID) {
      try transaction.replace(
        with: ClientLogin(
          page: page.id, applicationID: application.id, session: session.id, user: page.userID,
          expiresAt: page.expiresAt))
    }
    return (session, grant)
  }
}

extension ClientSessionOpening {
  /// The session that a session on the page opens.
  func session(
    from page: Session, for application: Application, with scopes: Scopes, ids: FreshIDs,
    to client: ClientDescription, at now: Date
  ) -> Session {
    let end =
      scopes.isRefreshable
      ? page.expiresAt : min(page.expiresAt, now.addingTimeInterval(TimeInterval(unrefreshedLifetime)))
    return Session(
      id: ids.session, userID: page.userID, applicationID: application.id, carrier: .tokens,
      createdAt: now, lastUsedAt: now, expiresAt: end, proofs: page.proofs,
      keySalt: ids.salt, client: client, scopes: scopes)
  }
}

/// The answer to a client with a new session: the tokens, and an ID token if the session has the scope `openid`.
package struct ClientSessionAnswer: Sendable {
  private let answers: SessionAnswer
  private let tokens: TokenIssuer
  private let clock: WallClock

  package init(answers: SessionAnswer, tokens: TokenIssuer, clock: WallClock) {
    self.answers = answers
    self.tokens = tokens
    self.clock = clock
  }

  package func response(for opened: ClientSession, application: Application) async throws -> HTTPResponse {
    try await answers.response(
      for: opened.session, application: application, view: opened.view, isNewUser: false,
      idToken: { access in
        guard opened.session.scopes?.contains(.openID) == true else { return nil }
        let claims = IDTokenClaims(
          user: opened.user, claims: opened.claims, session: opened.session, signedInOnPage: opened.page,
          nonce: opened.nonce, accessToken: access)
        return try await tokens.issue(claims, application: application, at: clock.now)
      })
  }
}
