import DoorwardSQLite

extension SQLiteReading {
  func nearKeys(of identity: Identity.ID) throws -> [ProvenNEARKey] {
    try all(
      """
      SELECT public_key, seen_height, proven_at FROM near_keys
      WHERE identity_id = ?1 ORDER BY proven_at DESC, public_key
      """, [.blob(identity.bytes)]
    ) { row in
      ProvenNEARKey(
        publicKey: try row.text(0), seenHeight: try row.optionalInteger(1),
        provenAt: StoredTime.moment(try row.integer(2)))
    }
  }
}

extension SQLiteTransaction {
  func remember(_ key: ProvenNEARKey, of identity: Identity.ID) throws {
    try run(
      """
      INSERT INTO near_keys (identity_id, public_key, seen_height, proven_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (identity_id, public_key) DO UPDATE SET
        seen_height = coalesce(seen_height, excluded.seen_height),
        proven_at = max(proven_at, excluded.proven_at)
      """,
      [
        .blob(identity.bytes), .text(key.publicKey), SQLiteValue(key.seenHeight),
        .integer(try StoredTime.milliseconds(key.provenAt)),
      ])
    try run(
      """
      DELETE FROM near_keys WHERE identity_id = ?1 AND public_key IN (
        SELECT public_key FROM near_keys WHERE identity_id = ?1
        ORDER BY proven_at DESC, public_key LIMIT -1 OFFSET ?2)
      """, [.blob(identity.bytes), .integer(Int64(ProvenNEARKey.limit))])
  }

  func forgetNEARKeys(of identity: Identity.ID) throws {
    try run("DELETE FROM near_keys WHERE identity_id = ?1", [.blob(identity.bytes)])
  }
}
