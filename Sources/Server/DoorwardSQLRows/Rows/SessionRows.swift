import DoorwardServerRules
package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The queries that can be prefetched. Each is one literal, by which its result is found.
enum SessionStatement {
  static let liveCount: StaticString = """
    SELECT count(*) FROM sessions
    WHERE user_id = ?1 AND is_brief = ?2 AND expires_at > ?3 AND ended_at IS NULL
    """

  static let one: StaticString = """
    SELECT id, user_id, application_id, carrier, created_at, last_used_at, expires_at,
      proofs, ended_at, end_reason, key_salt, refresh_counter, refresh_rotated_at,
      refresh_key_hash, device, network, scope
    FROM sessions WHERE id = ?1
    """
}

extension SQLReading {
  package func session(_ id: Session.ID) throws -> Session? {
    try first(
      SessionStatement.one, [.blob(id.bytes)]
    ) { row in try Session(row) }
  }

  /// The index of `over_at` alone has the answer.
  package func countOfLiveSessions(at instant: Date) throws -> Int {
    Int(
      try first(
        "SELECT count(*) FROM sessions WHERE over_at > ?1", [.integer(try StoredTime.milliseconds(instant))]
      ) { row in try row.integer(0) } ?? 0)
  }

  package func countOfActiveUsers(since moment: Date) throws -> Int {
    // A session is not used after its end, so the index of ends leaves out most sessions of the past.
    Int(
      try first(
        "SELECT count(DISTINCT user_id) FROM sessions WHERE over_at > ?1 AND last_used_at > ?1",
        [.integer(try StoredTime.milliseconds(moment))]
      ) { row in try row.integer(0) } ?? 0)
  }

  package func liveSessions(
    of user: User.ID, at instant: Date, lastingOnly: Bool, after position: ListPosition<Session>?, limit: Int
  ) throws -> [Session] {
    try all(
      """
      SELECT id, user_id, application_id, carrier, created_at, last_used_at, expires_at,
        proofs, ended_at, end_reason, key_salt, refresh_counter, refresh_rotated_at,
        refresh_key_hash, device, network, scope
      FROM sessions WHERE user_id = ?1 AND expires_at > ?2 AND ended_at IS NULL
        AND (created_at, id) < (?3, ?4) AND is_brief <= ?6
      ORDER BY created_at DESC, id DESC LIMIT ?5
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(instant)),
        .integer(try StoredTime.milliseconds(position?.moment) ?? .max), .blob(position?.id.bytes ?? []),
        .integer(Int64(limit)), .integer(lastingOnly ? 0 : 1),
      ]
    ) { row in try Session(row) }
  }
}

extension SQLWriting {
  /// The transaction is serializable, so no other one can change this session in the meantime. In a sign-in and a refresh, a
  /// change by another transaction is noticed only if this one changes the session too.
  package func lockedSession(_ id: Session.ID) throws -> Session? { try session(id) }

  package func insert(_ session: Session) throws {
    try insert(
      """
      INSERT INTO sessions (id, last_used_at, refresh_counter, refresh_rotated_at, refresh_key_hash, proofs, device,
        network, user_id, application_id, carrier, created_at, expires_at, key_salt, scope, ended_at, end_reason,
        is_brief, over_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)
      """,
      try session.storedRefresh() + session.storedChanges() + [
        .blob(session.userID.bytes), .text(session.applicationID), .text(session.carrier.rawValue),
        .integer(try StoredTime.milliseconds(session.createdAt)),
        .integer(try StoredTime.milliseconds(session.expiresAt)), .blob(session.keySalt),
        SQLValue(session.scopes?.text),
        SQLValue(try StoredTime.milliseconds(session.ending?.at)),
        SQLValue(session.ending?.reason.rawValue), .integer(session.isBrief ? 1 : 0),
        .integer(
          try StoredTime.milliseconds(min(session.expiresAt, session.ending?.at ?? session.expiresAt))),
      ])
  }

  package func update(_ session: Session) throws {
    try change(
      "session",
      """
      UPDATE sessions SET last_used_at = ?2, refresh_counter = ?3, refresh_rotated_at = ?4, refresh_key_hash = ?5,
        proofs = ?6, device = ?7, network = ?8
      WHERE id = ?1
      """, values: try session.storedRefresh() + session.storedChanges())
  }

  package func updateRefresh(of session: Session) throws {
    try change(
      "session",
      """
      UPDATE sessions SET last_used_at = ?2, refresh_counter = ?3, refresh_rotated_at = ?4, refresh_key_hash = ?5
      WHERE id = ?1
      """, values: try session.storedRefresh())
  }

  package func end(_ session: Session.ID, because reason: SessionEnding.Reason, at instant: Date) throws
    -> Bool
  {
    guard try endAlone(session, because: reason, at: instant) else { return false }
    try endLogins(in: session, because: reason, at: instant)
    return true
  }

  /// Ends a session, and tells no client.
  private func endAlone(
    _ session: Session.ID, because reason: SessionEnding.Reason, at instant: Date
  ) throws -> Bool {
    try changesRow(
      """
      UPDATE sessions SET ended_at = ?2, end_reason = ?3, over_at = ?2
      WHERE id = ?1 AND expires_at > ?2 AND ended_at IS NULL
      """,
      [.blob(session.bytes), .integer(try StoredTime.milliseconds(instant)), .text(reason.rawValue)])
  }

  package func endSessions(
    of user: User.ID, except kept: Session.ID?, because reason: SessionEnding.Reason, at instant: Date
  ) throws -> Int {
    if let kept { try voidGrants(of: kept, at: instant) }
    try endLogins(of: user, except: kept, at: instant)
    return try run(
      """
      UPDATE sessions SET ended_at = ?2, end_reason = ?4, over_at = ?2
      WHERE user_id = ?1 AND expires_at > ?2 AND ended_at IS NULL AND id <> ?3
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(instant)), .blob(kept?.bytes ?? []),
        .text(reason.rawValue),
      ])
  }

  package func endSessions(limit: Int, because reason: SessionEnding.Reason, at instant: Date) throws -> Int {
    try endLogins(ofNext: limit, at: instant)
    return try run(
      """
      UPDATE sessions SET ended_at = ?1, end_reason = ?2, over_at = ?1
      WHERE id IN (
        SELECT id FROM sessions WHERE over_at > ?1 AND ended_at IS NULL ORDER BY over_at, id LIMIT ?3)
      """,
      [.integer(try StoredTime.milliseconds(instant)), .text(reason.rawValue), .integer(Int64(limit))])
  }

  /// Spends the codes that a page's session has granted, and denies the devices that it has approved and that have no
  /// session yet.
  private func voidGrants(of page: Session.ID, at instant: Date) throws {
    try apply(
      "UPDATE authorization_codes SET used_at = ?2 WHERE page_session = ?1 AND used_at IS NULL",
      [.blob(page.bytes), .integer(try StoredTime.milliseconds(instant))])
    try apply(
      """
      UPDATE device_authorizations SET decision = 'denied'
      WHERE page_session = ?1 AND decision = 'approved' AND used_at IS NULL
      """, [.blob(page.bytes)])
  }

  package func endSessions(of user: User.ID, areBrief: Bool, leaving count: Int, at instant: Date) throws
    -> Int
  {
    // The count reads only the index. Only a few users have so many sessions that some must end.
    let live = try first(
      SessionStatement.liveCount,
      [.blob(user.bytes), .integer(areBrief ? 1 : 0), .integer(try StoredTime.milliseconds(instant))]
    ) { row in try row.integer(0) }
    guard let live, live > count else { return 0 }
    if live == count + 1 {
      guard let session = try leastRecentlyUsedSession(of: user, isBrief: areBrief, at: instant) else {
        return 0
      }
      // The sign-in that a brief session belongs to goes on without it.
      let hasEnded =
        try areBrief
        ? endAlone(session, because: .limitReached, at: instant)
        : end(session, because: .limitReached, at: instant)
      return hasEnded ? 1 : 0
    }
    // The limit was lowered.
    let ended = try run(
      """
      UPDATE sessions SET ended_at = ?3, end_reason = ?5, over_at = ?3
      WHERE id IN (
        SELECT id FROM sessions WHERE user_id = ?1 AND is_brief = ?2 AND expires_at > ?3 AND ended_at IS NULL
        ORDER BY last_used_at DESC, id DESC LIMIT ?6 OFFSET ?4)
      """,
      [
        .blob(user.bytes), .integer(areBrief ? 1 : 0), .integer(try StoredTime.milliseconds(instant)),
        .integer(Int64(count)), .text(SessionEnding.Reason.limitReached.rawValue), .integer(live),
      ])
    if !areBrief { try endLogins(ofSessionsEndedAt: instant, of: user) }
    return ended
  }

  /// The live session whose last use is the oldest.
  ///
  /// The sessions are read in the order of their creation, until one was created after the oldest use that was found.
  /// That session and the later ones were used after their creation, unless the clock was set back. Most of the
  /// sessions of a user that has many were never used again, so this reads few of them.
  private func leastRecentlyUsedSession(
    of user: User.ID, isBrief: Bool, at instant: Date
  ) throws -> Session.ID? {
    var found: (id: Session.ID, lastUse: Int64)?
    try visit(
      """
      SELECT id, created_at, last_used_at FROM sessions
      WHERE user_id = ?1 AND is_brief = ?2 AND expires_at > ?3 AND ended_at IS NULL
      ORDER BY created_at
      """,
      [.blob(user.bytes), .integer(isBrief ? 1 : 0), .integer(try StoredTime.milliseconds(instant))]
    ) { row in
      let lastUse = try row.integer(2)
      guard let oldest = found?.lastUse else {
        found = (try row.identifier(0), lastUse)
        return true
      }
      guard try row.integer(1) < oldest else { return false }
      if lastUse < oldest { found = (try row.identifier(0), lastUse) }
      return true
    }
    return found?.id
  }
}

extension Session {
  /// The identifier and the columns that a refresh changes, in the order of the statements above.
  fileprivate func storedRefresh() throws -> [SQLValue] {
    guard let counter = Int64(exactly: refresh.counter) else {
      throw StoreError(.malformed, "a refresh counter is beyond what a session can reach")
    }
    return [
      .blob(id.bytes), .integer(try StoredTime.milliseconds(lastUsedAt)), .integer(counter),
      SQLValue(try StoredTime.milliseconds(refresh.rotatedAt)), SQLValue(refresh.keyHash),
    ]
  }

  /// The other columns that an update changes, in the order of the statements above.
  fileprivate func storedChanges() throws -> [SQLValue] {
    [.text(try StoredProofs.text(proofs)), SQLValue(client.device), SQLValue(client.network)]
  }

  fileprivate init(_ row: borrowing SQLRow) throws {
    guard let counter = UInt64(exactly: try row.integer(11)) else {
      throw StoreError(.malformed, "a refresh counter in the database is negative")
    }
    var ending: SessionEnding?
    if let moment = try row.optionalInteger(8) {
      ending = SessionEnding(
        at: StoredTime.moment(moment), reason: SessionEnding.Reason(rawValue: try row.text(9)))
    }
    self.init(
      id: try row.identifier(0), userID: try row.identifier(1), applicationID: try row.text(2),
      carrier: try row.choice(3), createdAt: StoredTime.moment(try row.integer(4)),
      lastUsedAt: StoredTime.moment(try row.integer(5)),
      expiresAt: StoredTime.moment(try row.integer(6)),
      proofs: try StoredProofs.proofs(try row.text(7)), ending: ending, keySalt: try row.blob(10),
      refresh: RefreshRotation(
        counter: counter, rotatedAt: StoredTime.moment(try row.optionalInteger(12)),
        keyHash: try row.optionalBlob(13)),
      client: ClientDescription(device: try row.optionalText(14), network: try row.optionalText(15)),
      scopes: try row.optionalText(16).map { Scopes($0) })
  }
}
