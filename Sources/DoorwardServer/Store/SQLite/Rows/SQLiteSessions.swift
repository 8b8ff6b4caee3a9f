import DoorwardSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteReading {
  func session(_ id: Session.ID) throws -> Session? {
    try first(
      """
      SELECT id, user_id, application_id, carrier, created_at, last_used_at, expires_at,
        proofs, ended_at, key_salt, refresh_counter, refresh_rotated_at,
        refresh_key_hash, device, network, near_network, near_account_id, near_public_key,
        near_confirmed_at, scope
      FROM sessions WHERE id = ?1
      """, [.blob(id.bytes)]
    ) { row in try Session(row) }
  }

  func liveSessions(
    of user: User.ID, at instant: Date, lastingOnly: Bool, after position: ListPosition<Session>?, limit: Int
  ) throws -> [Session] {
    try all(
      """
      SELECT id, user_id, application_id, carrier, created_at, last_used_at, expires_at,
        proofs, ended_at, key_salt, refresh_counter, refresh_rotated_at,
        refresh_key_hash, device, network, near_network, near_account_id, near_public_key,
        near_confirmed_at, scope
      FROM sessions WHERE user_id = ?1 AND expires_at > ?2 AND ended_at IS NULL
        AND (?3 IS NULL OR (created_at, id) < (?3, ?4)) AND NOT (?6 AND scope IS NOT NULL
          AND NOT EXISTS (
            SELECT 1 FROM json_each(?7) WHERE instr(' ' || scope || ' ', ' ' || value || ' ') > 0))
      ORDER BY created_at DESC, id DESC LIMIT ?5
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(instant)),
        SQLiteValue(try StoredTime.milliseconds(position?.moment)), SQLiteValue(position?.id.bytes),
        .integer(Int64(limit)), .integer(lastingOnly ? 1 : 0), Scopes.storedRefreshable,
      ]
    ) { row in try Session(row) }
  }
}

extension SQLiteTransaction {
  /// The transaction holds the whole database (`BEGIN IMMEDIATE`), this session too.
  func lockedSession(_ id: Session.ID) throws -> Session? { try session(id) }

  func insert(_ session: Session) throws {
    try run(
      """
      INSERT INTO sessions (id, last_used_at, proofs, ended_at, refresh_counter, refresh_rotated_at,
        refresh_key_hash, device, network, near_network, near_account_id, near_public_key, near_confirmed_at,
        user_id, application_id, carrier, created_at, expires_at, key_salt, scope)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20)
      """,
      try session.storedChanges() + [
        .blob(session.userID.bytes), .text(session.applicationID), .text(session.carrier.rawValue),
        .integer(try StoredTime.milliseconds(session.createdAt)),
        .integer(try StoredTime.milliseconds(session.expiresAt)), .blob(session.keySalt),
        SQLiteValue(session.scopes?.text),
      ])
  }

  /// An end, once set, stays: no late write revives a session.
  func update(_ session: Session) throws {
    try change(
      "session",
      """
      UPDATE sessions SET last_used_at = ?2, proofs = ?3, ended_at = coalesce(ended_at, ?4), refresh_counter = ?5,
        refresh_rotated_at = ?6, refresh_key_hash = ?7, device = ?8, network = ?9, near_network = ?10,
        near_account_id = ?11, near_public_key = ?12, near_confirmed_at = ?13
      WHERE id = ?1
      """, try session.storedChanges())
  }

  func endSessions(of user: User.ID, except kept: Session.ID?, at instant: Date) throws -> Int {
    try run(
      """
      UPDATE sessions SET ended_at = ?2
      WHERE user_id = ?1 AND expires_at > ?2 AND ended_at IS NULL AND id IS NOT ?3
      """,
      [.blob(user.bytes), .integer(try StoredTime.milliseconds(instant)), SQLiteValue(kept?.bytes)])
  }

  func endSessions(of user: User.ID, areBrief: Bool, leaving count: Int, at instant: Date) throws -> Int {
    try run(
      """
      UPDATE sessions SET ended_at = ?2
      WHERE id IN (
        SELECT id FROM sessions WHERE user_id = ?1 AND expires_at > ?2 AND ended_at IS NULL
          AND (scope IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM json_each(?5) WHERE instr(' ' || scope || ' ', ' ' || value || ' ') > 0)) = ?4
        ORDER BY last_used_at DESC, rowid DESC LIMIT -1 OFFSET ?3)
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(instant)), .integer(Int64(count)),
        .integer(areBrief ? 1 : 0), Scopes.storedRefreshable,
      ])
  }
}

extension Scopes {
  /// What makes a session last, for the statements above: that is said where scopes are, and handed in.
  fileprivate static var storedRefreshable: SQLiteValue {
    .text(StoredJSON.text(Scopes(refreshable).names))
  }
}

extension Session {
  /// The identifier and what may change, in the order of the statements above.
  fileprivate func storedChanges() throws -> [SQLiteValue] {
    guard let counter = Int64(exactly: refresh.counter) else {
      throw StoreError(.malformed, "a refresh counter is beyond what a session can reach")
    }
    return [
      .blob(id.bytes), .integer(try StoredTime.milliseconds(lastUsedAt)),
      .text(try StoredJSON.text(proofs)),
      SQLiteValue(try StoredTime.milliseconds(endedAt)), .integer(counter),
      SQLiteValue(try StoredTime.milliseconds(refresh.rotatedAt)),
      SQLiteValue(refresh.idempotencyKeyHash), SQLiteValue(client.device),
      SQLiteValue(client.network), SQLiteValue(nearKey?.network), SQLiteValue(nearKey?.accountID),
      SQLiteValue(nearKey?.publicKey),
      SQLiteValue(try StoredTime.milliseconds(nearKey?.confirmedAt)),
    ]
  }

  fileprivate init(_ row: borrowing SQLiteRow) throws {
    guard let counter = UInt64(exactly: try row.integer(10)) else {
      throw StoreError(.malformed, "a refresh counter in the database is negative")
    }
    var nearKey: NEARSessionKey?
    if let network = try row.optionalText(15) {
      nearKey = NEARSessionKey(
        network: network, accountID: try row.text(16), publicKey: try row.text(17),
        confirmedAt: StoredTime.moment(try row.integer(18)))
    }
    self.init(
      id: try row.identifier(0), userID: try row.identifier(1), applicationID: try row.text(2),
      carrier: try row.choice(3), createdAt: StoredTime.moment(try row.integer(4)),
      lastUsedAt: StoredTime.moment(try row.integer(5)),
      expiresAt: StoredTime.moment(try row.integer(6)),
      proofs: try StoredJSON.proofs(try row.text(7)),
      endedAt: StoredTime.moment(try row.optionalInteger(8)), keySalt: try row.blob(9),
      refresh: RefreshState(
        counter: counter, rotatedAt: StoredTime.moment(try row.optionalInteger(11)),
        idempotencyKeyHash: try row.optionalBlob(12)),
      client: ClientDescription(device: try row.optionalText(13), network: try row.optionalText(14)),
      nearKey: nearKey, scopes: try row.optionalText(19).map { Scopes($0) })
  }
}
