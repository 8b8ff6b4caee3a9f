package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func isRecorded(_ challenge: ChallengeID) throws -> Bool {
    try first("SELECT 1 FROM spent_challenges WHERE id = ?1", [.blob(challenge.bytes)]) { _ in true } ?? false
  }
}

extension SQLWriting {
  package func spend(_ challenge: ChallengeID, until expiry: Date) throws -> Bool {
    do {
      // The condition needs no result, so it costs no round trip.
      return try changesRow(
        """
        INSERT INTO spent_challenges (id, expires_at) SELECT ?1, ?2
        WHERE NOT EXISTS (
          SELECT 1 FROM swept_challenges
          WHERE first_issued_at <= ?3 AND last_issued_at >= ?3 AND last_expires_at >= ?2)
        """,
        [
          .blob(challenge.bytes), .integer(try StoredTime.milliseconds(expiry)),
          .integer(try StoredTime.milliseconds(challenge.issuedAt)),
        ])
    } catch let error as StoreError where error.code == .conflict {
      return false
    }
  }

  /// Spent challenges are removed first, because every sign-in adds one.
  package func purge(before instant: Date, limit: Int) throws -> Int {
    guard limit > 0 else { return 0 }
    let moment = try StoredTime.milliseconds(instant)
    var room = limit
    func remove(_ sql: StaticString) throws {
      room -= try run(sql, [.integer(moment), .integer(Int64(room))])
    }
    try noteSweep(before: moment, limit: Int64(limit))
    try remove(
      """
      DELETE FROM spent_challenges WHERE id IN (
        SELECT id FROM spent_challenges WHERE expires_at < ?1 ORDER BY expires_at, id LIMIT ?2)
      """)
    try remove(
      """
      DELETE FROM guesses WHERE subject IN (
        SELECT subject FROM guesses WHERE expires_at < ?1 ORDER BY expires_at, subject LIMIT ?2)
      """)
    try remove(
      """
      DELETE FROM authorization_codes WHERE hash IN (
        SELECT hash FROM authorization_codes WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)
      """)
    try remove(
      """
      DELETE FROM device_authorizations WHERE device_code_hash IN (
        SELECT device_code_hash FROM device_authorizations WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)
      """)
    try remove(
      """
      DELETE FROM invitations WHERE id IN (
        SELECT id FROM invitations WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)
      """)
    // The end of an anonymous user's last session is kept with the user, because it decides when the user is removed.
    try apply(
      """
      UPDATE users SET left_at = CASE WHEN left_at > gone.last_end THEN left_at ELSE gone.last_end END
      FROM (
        SELECT user_id, max(over_at) AS last_end FROM (
          SELECT user_id, over_at FROM sessions WHERE over_at < ?1 ORDER BY over_at, id LIMIT ?2) AS ended
        GROUP BY user_id) AS gone
      WHERE users.id = gone.user_id AND users.kind = 'anonymous'
      """, [.integer(moment), .integer(Int64(room))])
    try remove(
      """
      DELETE FROM sessions WHERE id IN (
        SELECT id FROM sessions WHERE over_at < ?1 ORDER BY over_at, id LIMIT ?2)
      """)
    return limit - room
  }
}
