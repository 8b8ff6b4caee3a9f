package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The query that can be prefetched. It is one literal, by which its result is found.
enum ProfileChangeStatement {
  static let ofUser: StaticString = "SELECT profile_changed_at FROM users WHERE id = ?1"
}

extension SQLReading {
  package func profileChange(of user: User.ID) throws -> Date? {
    try first(ProfileChangeStatement.ofUser, [.blob(user.bytes)]) { row in
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
