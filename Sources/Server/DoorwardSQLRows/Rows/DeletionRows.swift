package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLWriting {
  package func schedule(_ deletion: PendingDeletion, of user: User.ID) throws {
    try requireOtherOwner(than: user)
    try collideWithSignIns(of: user)
    try apply(
      """
      INSERT INTO pending_deletions (user_id, requested_at, due_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (user_id) DO UPDATE SET requested_at = ?2, due_at = ?3
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(deletion.requestedAt)),
        .integer(try StoredTime.milliseconds(deletion.dueAt)),
      ])
  }

  package func cancelDeletion(of user: User.ID) throws {
    try collideWithSignInsIfPresent(of: user)
    try apply("DELETE FROM pending_deletions WHERE user_id = ?1", [.blob(user.bytes)])
  }

  package func deleteDueUsers(at instant: Date, limit: Int) throws -> Int {
    guard limit > 0 else { return 0 }
    let due = try all(
      "SELECT user_id FROM pending_deletions WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2",
      [.integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit))]
    ) { row in try row.identifier(0, of: User.self) }
    var count = 0
    for user in due {
      // Only a change of the database from outside could make such a user the last owner.
      if try administrator(user)?.role == .owner, try !hasOtherOwner(than: user) { continue }
      try deleteUser(user)
      try insert(Event(.userDeleted, about: EventSubjects(user: user), by: .system, at: instant))
      count += 1
    }
    return count
  }
}
