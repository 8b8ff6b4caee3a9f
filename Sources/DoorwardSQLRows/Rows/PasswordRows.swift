package import DoorwardStore

extension SQLReading {
  package func passwordHash(of user: User.ID) throws -> String? {
    try first("SELECT password_hash FROM users WHERE id = ?1", [.blob(user.bytes)]) { row in
      try row.optionalText(0)
    } ?? nil
  }
}

extension SQLWriting {
  package func setPasswordHash(_ hash: String?, of user: User.ID) throws {
    try change(
      "user", "UPDATE users SET password_hash = ?2 WHERE id = ?1", [.blob(user.bytes), SQLValue(hash)])
  }
}
