package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func hasDueLogout(to applicationID: String, at instant: Date) throws -> Bool {
    try first(
      """
      SELECT 1 FROM client_logins
      WHERE application_id = ?1 AND next_attempt_at <= ?2 AND expires_at > ?2 LIMIT 1
      """, [.text(applicationID), .integer(try StoredTime.milliseconds(instant))]
    ) { _ in true } ?? false
  }
}

extension SQLWriting {
  package func replace(with login: ClientLogin) throws {
    try apply(
      """
      INSERT INTO client_logins (page_session, application_id, session_id, user_id, expires_at, attempts)
      VALUES (?1, ?2, ?3, ?4, ?5, 0)
      ON CONFLICT (page_session, application_id) DO UPDATE SET session_id = excluded.session_id,
        next_attempt_at = NULL, claim = NULL, attempts = 0
      """,
      [
        .blob(login.page.bytes), .text(login.applicationID), .blob(login.session.bytes),
        .blob(login.user.bytes), .integer(try StoredTime.milliseconds(login.expiresAt)),
      ])
  }

  /// While a logout is claimed, `next_attempt_at` is the end of the lease, so that no other claim finds it.
  package func claimDueLogouts(
    to applicationID: String, at instant: Date, _ claim: DeliveryClaim, limit: Int
  ) throws -> [ClientLogin] {
    let due = try all(
      """
      SELECT page_session, session_id, user_id, expires_at, attempts FROM client_logins
      WHERE application_id = ?1 AND next_attempt_at <= ?2 AND expires_at > ?2
      ORDER BY next_attempt_at, page_session LIMIT ?3
      """,
      [.text(applicationID), .integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit))]
    ) { row in
      ClientLogin(
        page: try row.identifier(0), applicationID: applicationID, session: try row.identifier(1),
        user: try row.identifier(2), expiresAt: StoredTime.moment(try row.integer(3)),
        attempts: try row.integer(4) + 1)
    }
    for login in due {
      try change(
        "sign-in to a client",
        """
        UPDATE client_logins SET next_attempt_at = ?3, claim = ?4, attempts = ?5
        WHERE page_session = ?1 AND application_id = ?2
        """,
        values: [
          .blob(login.page.bytes), .text(applicationID), .integer(try StoredTime.milliseconds(claim.until)),
          .blob(claim.id.bytes), .integer(login.attempts),
        ])
    }
    return due
  }

  package func finish(_ login: ClientLogin, claim: DeliveryClaim.ID, next: Date?) throws -> Bool {
    let key: [SQLValue] = [.blob(login.page.bytes), .text(login.applicationID), .blob(claim.bytes)]
    guard let next else {
      return try changesRow(
        "DELETE FROM client_logins WHERE page_session = ?1 AND application_id = ?2 AND claim = ?3", key)
    }
    return try changesRow(
      """
      UPDATE client_logins SET next_attempt_at = ?4, claim = NULL
      WHERE page_session = ?1 AND application_id = ?2 AND claim = ?3
      """, key + [.integer(try StoredTime.milliseconds(next))])
  }

  package func purgeClientLogins(expiredBefore moment: Date, limit: Int) throws -> Int {
    try run(
      """
      DELETE FROM client_logins WHERE (page_session, application_id) IN (
        SELECT page_session, application_id FROM client_logins WHERE expires_at < ?1
        ORDER BY expires_at LIMIT ?2)
      """, [.integer(try StoredTime.milliseconds(moment)), .integer(Int64(limit))])
  }
}

/// The ends of sign-ins to clients, in the transactions that end the sessions.
extension SQLWriting {
  /// A client that has signed the user out itself need not be told.
  func endLogins(in session: Session.ID, because reason: SessionEnding.Reason, at instant: Date) throws {
    let values: [SQLValue] = [.blob(session.bytes), .integer(try StoredTime.milliseconds(instant))]
    if reason == .signedOut {
      try apply(
        "UPDATE client_logins SET next_attempt_at = ?2 WHERE page_session = ?1 AND next_attempt_at IS NULL",
        values)
    } else {
      try apply(
        """
        UPDATE client_logins SET next_attempt_at = ?2
        WHERE (page_session = ?1 OR session_id = ?1) AND next_attempt_at IS NULL
        """, values)
    }
  }

  /// Ends the sign-ins of a user, except to the client whose session is kept. The sessions of other clients have ended too, also
  /// those of a page that stays signed in.
  func endLogins(of user: User.ID, except kept: Session.ID?, at instant: Date) throws {
    try apply(
      """
      UPDATE client_logins SET next_attempt_at = ?2
      WHERE user_id = ?1 AND session_id <> ?3 AND next_attempt_at IS NULL
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(instant)), .blob(kept?.bytes ?? []),
      ])
  }

  func endLogins(of user: User.ID, to applicationID: String, at instant: Date) throws {
    try apply(
      """
      UPDATE client_logins SET next_attempt_at = ?3
      WHERE user_id = ?1 AND application_id = ?2 AND next_attempt_at IS NULL
      """,
      [.blob(user.bytes), .text(applicationID), .integer(try StoredTime.milliseconds(instant))])
  }

  /// Ends the sign-ins of a user with the sessions that ended at this instant.
  func endLogins(ofSessionsEndedAt instant: Date, of user: User.ID) throws {
    try apply(
      """
      UPDATE client_logins SET next_attempt_at = ?2
      WHERE user_id = ?1 AND next_attempt_at IS NULL AND EXISTS (
        SELECT 1 FROM sessions WHERE id IN (page_session, session_id) AND ended_at = ?2)
      """, [.blob(user.bytes), .integer(try StoredTime.milliseconds(instant))])
  }

  /// Ends the sign-ins of all users with the sessions that ``endSessions(limit:because:at:)`` is about to end.
  func endLogins(ofNext limit: Int, at instant: Date) throws {
    try apply(
      """
      UPDATE client_logins SET next_attempt_at = ?1
      WHERE next_attempt_at IS NULL AND page_session IN (
        SELECT id FROM sessions WHERE over_at > ?1 AND ended_at IS NULL ORDER BY over_at, id LIMIT ?2)
      """, [.integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit))])
  }
}
