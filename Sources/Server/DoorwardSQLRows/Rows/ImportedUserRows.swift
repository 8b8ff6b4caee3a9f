package import DoorwardStore

extension SQLReading {
  package func user(importedFrom record: ImportID) throws -> User.ID? {
    try first("SELECT id FROM users WHERE import_id = ?1", [.blob(record.bytes)]) { row in
      try row.identifier(0)
    }
  }

  package func importID(of user: User.ID) throws -> ImportID? {
    try first("SELECT import_id FROM users WHERE id = ?1", [.blob(user.bytes)]) { row in
      try row.optionalBlob(0).flatMap { ImportID(bytes: $0) }
    } ?? nil
  }
}

extension SQLWriting {
  package func setImportID(_ record: ImportID, of user: User.ID) throws {
    try change(
      "user", "UPDATE users SET import_id = ?2 WHERE id = ?1", [.blob(user.bytes), .blob(record.bytes)])
  }
}
