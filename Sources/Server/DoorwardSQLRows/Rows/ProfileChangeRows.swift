package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func profileChange(of user: User.ID) throws -> Date? {
    try first("SELECT profile_changed_at FROM users WHERE id = ?1", [.blob(user.bytes)]) { row in
      StoredTime.moment(try row.optionalInteger(0))
    } ?? nil
  }
}

extension SQLWriting {
  package func noteProfileChange(of user: User.ID, at instant: Date) throws {
    try apply(
      "UPDATE users SET profile_changed_at = ?2 WHERE id = ?1",
      [.blob(user.bytes), .integer(try StoredTime.milliseconds(instant))])
  }
}
