#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A client's session, opened because somebody said so on the hosted page.
struct ClientSession: Sendable {
  let user: User
  let session: Session
  /// The session on the page that it came from.
  let page: Session.ID
  /// What an authorization request asked to find in the ID token.
  let nonce: String?
}

/// Opens the sessions of clients.
struct ClientSessionOpening: Sendable {
  let sessions: SessionAdmission
  /// How long a session lives that nothing can refresh, in seconds: as its access token.
  let unrefreshedLifetime: Int64

  /// Opens a session of the same sign-in as the page's, which it does not outlive, and with its own tokens.
  ///
  /// - Parameters:
  ///   - page: the session on the page, held by the transaction.
  ///   - application: the client.
  ///   - granted: what somebody allowed it. The operator may have taken some of that away since.
  ///   - ids: the random values it needs.
  ///   - client: what a session list will call it.
  ///   - now: when it opens.
  ///   - transaction: where; the same that spends what it is opened by.
  /// - Returns: the session as stored; nil where it could do nothing.
  /// - Throws: ``StoreError``.
  func open(
    from page: Session, for application: Application, _ granted: Scopes, _ ids: FreshIDs,
    _ client: ClientDescription, at now: Date, _ transaction: any StoreWriting
  ) throws -> Session? {
    let scopes = application.client.allowed(of: granted)
    guard scopes.opensSomething else { return nil }
    let end =
      scopes.isRefreshable
      ? page.expiresAt : min(page.expiresAt, now.addingTimeInterval(TimeInterval(unrefreshedLifetime)))
    let session = Session(
      id: ids.session, userID: page.userID, applicationID: application.id, carrier: .tokens,
      createdAt: now, lastUsedAt: now, expiresAt: end, proofs: page.proofs,
      keySalt: ids.salt, client: client, nearKey: page.nearKey, scopes: scopes)
    try sessions.add(session, at: now, transaction)
    return session
  }
}
