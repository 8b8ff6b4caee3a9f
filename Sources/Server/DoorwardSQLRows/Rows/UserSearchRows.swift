package import DoorwardStore

extension SQLReading {
  package func users(
    withIdentifier prefix: String, of kind: IdentityKey.Kind, limit: Int
  ) throws -> [User.ID] {
    try all(
      """
      SELECT user_id FROM identities WHERE kind = ?1 AND identifier >= ?2 AND identifier < ?3
      ORDER BY kind, identifier, realm LIMIT ?4
      """,
      [.text(kind.rawValue), .text(prefix), .text(Self.end(of: prefix)), .integer(Int64(limit))]
    ) { row in try row.identifier(0) }
  }

  package func users(named prefix: String, limit: Int) throws -> [User.ID] {
    // The databases change the case of ASCII letters only, see the collation of the columns.
    let prefix = String(
      decoding: prefix.utf8.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }, as: UTF8.self)
    let values: [SQLValue] = [.text(prefix), .text(Self.end(of: prefix)), .integer(Int64(limit))]
    var found: [User.ID] = []
    for sql in [Self.byName, Self.byLastName, Self.byFirstName] {
      found += try all(sql, values) { row in try row.identifier(0) }
    }
    var seen: Set<User.ID> = []
    return Array(found.filter { seen.insert($0).inserted }.prefix(limit))
  }

  package func users(from lowest: User.ID, to highest: User.ID, limit: Int) throws -> [User.ID] {
    try all(
      "SELECT id FROM users WHERE id >= ?1 AND id <= ?2 ORDER BY id LIMIT ?3",
      [.blob(lowest.bytes), .blob(highest.bytes), .integer(Int64(limit))]
    ) { row in try row.identifier(0) }
  }

  package func countOfUsers(after id: User.ID?) throws -> Int {
    Int(
      try first("SELECT count(*) FROM users WHERE id > ?1", [.blob(id?.bytes ?? [])]) { row in
        try row.integer(0)
      } ?? 0)
  }

  /// A text that follows all texts with this start.
  private static func end(of prefix: String) -> String { prefix + "\u{10FFFF}" }

  private static var byName: StaticString {
    """
    SELECT id FROM users WHERE lower(name) >= ?1 AND lower(name) < ?2 AND name IS NOT NULL
    ORDER BY lower(name), id LIMIT ?3
    """
  }

  private static var byLastName: StaticString {
    """
    SELECT id FROM users WHERE lower(last_name) >= ?1 AND lower(last_name) < ?2 AND last_name IS NOT NULL
    ORDER BY lower(last_name), id LIMIT ?3
    """
  }

  private static var byFirstName: StaticString {
    """
    SELECT id FROM users WHERE lower(first_name) >= ?1 AND lower(first_name) < ?2 AND first_name IS NOT NULL
    ORDER BY lower(first_name), id LIMIT ?3
    """
  }
}
