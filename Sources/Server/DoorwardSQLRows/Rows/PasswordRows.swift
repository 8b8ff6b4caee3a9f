package import DoorwardStore

/// The query that can be prefetched. It is one literal, by which its result is found.
enum PasswordStatement {
  static let ofUser: StaticString = "SELECT password_hash FROM users WHERE id = ?1"
}

extension SQLReading {
  package func passwordHash(of user: User.ID) throws -> String? {
    try first(PasswordStatement.ofUser, [.blob(user.bytes)]) { row in
      try row.optionalText(0)
    } ?? nil
  }
}

extension SQLWriting {
  package func setPasswordHash(_ hash: String?, of user: User.ID) throws {
    try change(
      "user", "UPDATE users SET password_hash = ?2, changes = changes + 1 WHERE id = ?1",
      [.blob(user.bytes), SQLValue(hash)])
  }
}
