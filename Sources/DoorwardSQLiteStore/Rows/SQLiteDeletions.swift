import DoorwardSQLite
import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteTransaction {
  func schedule(_ deletion: PendingDeletion, of user: User.ID) throws {
    try run(
      """
      INSERT INTO pending_deletions (user_id, requested_at, due_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (user_id) DO UPDATE SET requested_at = ?2, due_at = ?3
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(deletion.requestedAt)),
        .integer(try StoredTime.milliseconds(deletion.dueAt)),
      ])
  }

  func cancelDeletion(of user: User.ID) throws {
    try run("DELETE FROM pending_deletions WHERE user_id = ?1", [.blob(user.bytes)])
  }

  func deleteDueUsers(at instant: Date, limit: Int) throws -> Int {
    guard limit > 0 else { return 0 }
    return try run(
      """
      DELETE FROM users WHERE id IN (
        SELECT user_id FROM pending_deletions WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2)
      """, [.integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit))])
  }
}
