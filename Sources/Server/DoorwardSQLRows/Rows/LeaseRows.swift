package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLWriting {
  package func takeLease(
    of task: SharedTask, for holder: LeaseHolder.ID, until expiry: Date, at instant: Date
  ) throws -> Bool {
    try run(
      """
      INSERT INTO leases (task, holder, expires_at) VALUES (?1, ?2, ?3)
      ON CONFLICT (task) DO UPDATE SET holder = ?2, expires_at = ?3
      WHERE leases.holder = ?2 OR leases.expires_at <= ?4
      """,
      [
        .text(task.rawValue), .blob(holder.bytes), .integer(try StoredTime.milliseconds(expiry)),
        .integer(try StoredTime.milliseconds(instant)),
      ]) == 1
  }
}
