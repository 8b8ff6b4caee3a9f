package import DoorwardStore

extension SQLReading {
  package func signingKeys() throws -> [SigningKeyRecord] {
    try all(
      """
      SELECT id, algorithm, public_key, sealed_private_key, created_at, retired_at, revoked_at
      FROM signing_keys ORDER BY created_at, number
      """, []
    ) { row in try SigningKeyRecord(row) }
  }
}

extension SQLWriting {
  package func insert(_ key: SigningKeyRecord) throws {
    try insert(
      """
      INSERT INTO signing_keys (id, algorithm, public_key, sealed_private_key, created_at, retired_at,
        revoked_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .text(key.id), .text(key.algorithm), .blob(key.publicKey), .blob(key.sealedPrivateKey),
        .integer(try StoredTime.milliseconds(key.createdAt)),
        SQLValue(try StoredTime.milliseconds(key.retiredAt)),
        SQLValue(try StoredTime.milliseconds(key.revokedAt)),
      ])
    announceChange()
  }

  /// A revocation is permanent. The sealed key changes if the master key changes.
  package func update(_ key: SigningKeyRecord) throws {
    try change(
      "signing key",
      """
      UPDATE signing_keys SET sealed_private_key = ?2, retired_at = ?3,
        revoked_at = coalesce(revoked_at, ?4)
      WHERE id = ?1
      """,
      values: [
        .text(key.id), .blob(key.sealedPrivateKey),
        SQLValue(try StoredTime.milliseconds(key.retiredAt)),
        SQLValue(try StoredTime.milliseconds(key.revokedAt)),
      ])
    announceChange()
  }
}

extension SigningKeyRecord {
  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      id: try row.text(0), algorithm: try row.text(1), publicKey: try row.blob(2),
      sealedPrivateKey: try row.blob(3), createdAt: StoredTime.moment(try row.integer(4)),
      retiredAt: StoredTime.moment(try row.optionalInteger(5)),
      revokedAt: StoredTime.moment(try row.optionalInteger(6)))
  }
}
