import SQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteTransaction {
  func spend(_ challenge: ChallengeID, until expiry: Date) throws -> Bool {
    try run(
      "INSERT INTO spent_challenges (id, expires_at) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING",
      [.blob(challenge.bytes), .integer(try StoredTime.milliseconds(expiry))]) == 1
  }

  /// Spent challenges first: every sign-in leaves one, so they pile up fastest.
  func purge(before instant: Date, limit: Int) throws -> Int {
    guard limit > 0 else { return 0 }
    let moment = try StoredTime.milliseconds(instant)
    let challenges = try run(
      """
      DELETE FROM spent_challenges WHERE id IN (
        SELECT id FROM spent_challenges WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)
      """, [.integer(moment), .integer(Int64(limit))])
    // The expression is that of the index `sessions_over`.
    let sessions = try run(
      """
      DELETE FROM sessions WHERE rowid IN (
        SELECT rowid FROM sessions WHERE min(expires_at, coalesce(ended_at, expires_at)) < ?1
        ORDER BY min(expires_at, coalesce(ended_at, expires_at)) LIMIT ?2)
      """, [.integer(moment), .integer(Int64(limit - challenges))])
    return challenges + sessions
  }
}
