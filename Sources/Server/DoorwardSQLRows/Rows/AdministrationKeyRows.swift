package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func administrationKey(hash: [UInt8]) throws -> AdministrationKey? {
    try first(
      """
      SELECT id, name, hash, scope, user_id, created_at, expires_at, revoked_at FROM administration_keys
      WHERE hash = ?1
      """, [.blob(hash)]
    ) { row in try AdministrationKey(row) }
  }

  package func administrationKeys() throws -> [AdministrationKey] {
    try all(
      """
      SELECT id, name, hash, scope, user_id, created_at, expires_at, revoked_at FROM administration_keys
      ORDER BY created_at, number
      """, []
    ) { row in try AdministrationKey(row) }
  }
}

extension SQLWriting {
  package func insert(_ key: AdministrationKey) throws {
    try insert(
      """
      INSERT INTO administration_keys (id, name, hash, scope, user_id, created_at, expires_at, revoked_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .blob(key.id.bytes), .text(key.name), .blob(key.hash), .text(key.scopeNames.joined(separator: " ")),
        SQLValue(key.creator?.bytes), .integer(try StoredTime.milliseconds(key.createdAt)),
        SQLValue(try StoredTime.milliseconds(key.expiresAt)),
        SQLValue(try StoredTime.milliseconds(key.revokedAt)),
      ])
  }

  package func revokeAdministrationKey(_ id: AdministrationKey.ID, at instant: Date) throws -> Bool {
    try run(
      """
      UPDATE administration_keys SET revoked_at = ?2
      WHERE id = ?1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?2)
      """, [.blob(id.bytes), .integer(try StoredTime.milliseconds(instant))]) == 1
  }
}

extension AdministrationKey {
  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      id: try row.identifier(0), name: try row.text(1), hash: try row.blob(2),
      scopes: Set(
        try row.text(3).split(separator: " ").compactMap { AdministrationScope(rawValue: String($0)) }),
      creator: try row.optionalIdentifier(4), createdAt: StoredTime.moment(try row.integer(5)),
      expiresAt: StoredTime.moment(try row.optionalInteger(6)),
      revokedAt: StoredTime.moment(try row.optionalInteger(7)))
  }
}
