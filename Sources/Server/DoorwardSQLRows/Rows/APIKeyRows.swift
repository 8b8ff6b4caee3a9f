package import DoorwardStore

/// The query that can be prefetched. It is one literal, by which its result is found.
enum APIKeyStatement {
  static let ofHash: StaticString = """
    SELECT id, application_id, name, hash, scope, created_at, revoked_at FROM api_keys WHERE hash = ?1
    """
}

extension SQLReading {
  package func apiKey(hash: [UInt8]) throws -> APIKeyRecord? {
    try first(APIKeyStatement.ofHash, [.blob(hash)]) { row in try APIKeyRecord(row) }
  }

  package func apiKeys() throws -> [APIKeyRecord] {
    try all(
      """
      SELECT id, application_id, name, hash, scope, created_at, revoked_at
      FROM api_keys ORDER BY created_at, number
      """, []
    ) { row in try APIKeyRecord(row) }
  }
}

extension SQLWriting {
  package func insert(_ key: APIKeyRecord) throws {
    try insert(
      """
      INSERT INTO api_keys (id, application_id, name, hash, scope, created_at, revoked_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .blob(key.id.bytes), .text(key.applicationID), .text(key.name), .blob(key.hash),
        .text(key.scopeNames.joined(separator: " ")),
        .integer(try StoredTime.milliseconds(key.createdAt)),
        SQLValue(try StoredTime.milliseconds(key.revokedAt)),
      ])
  }

  /// A revocation is permanent.
  package func update(_ key: APIKeyRecord) throws {
    try change(
      "API key", "UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?2) WHERE id = ?1",
      values: [.blob(key.id.bytes), SQLValue(try StoredTime.milliseconds(key.revokedAt))])
  }
}

extension APIKeyRecord {
  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      id: try row.identifier(0), applicationID: try row.text(1), name: try row.text(2),
      hash: try row.blob(3),
      scopes: Set(try row.text(4).split(separator: " ").compactMap { APIKeyScope(rawValue: String($0)) }),
      createdAt: StoredTime.moment(try row.integer(5)),
      revokedAt: StoredTime.moment(try row.optionalInteger(6)))
  }
}
