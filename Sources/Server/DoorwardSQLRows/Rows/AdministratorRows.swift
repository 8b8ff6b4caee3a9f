package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func administrator(_ user: User.ID) throws -> Administrator? {
    try first(
      "SELECT user_id, role, added_by, added_at FROM administrators WHERE user_id = ?1", [.blob(user.bytes)]
    ) { row in try Administrator(row) }
  }

  package func administrators() throws -> [Administrator] {
    try all(
      "SELECT user_id, role, added_by, added_at FROM administrators ORDER BY added_at, user_id", []
    ) { row in try Administrator(row) }
  }

  package func hasOwnerClaim(_ hash: [UInt8], at instant: Date) throws -> Bool {
    try first(
      "SELECT 1 FROM administration WHERE claim_hash = ?1 AND claim_expires_at > ?2",
      [.blob(hash), .integer(try StoredTime.milliseconds(instant))]
    ) { _ in true } ?? false
  }
}

extension SQLWriting {
  package func setAdministrator(_ administrator: Administrator) throws {
    if administrator.role == .owner {
      try apply(
        """
        UPDATE administration
        SET owner_changes = owner_changes + 1, claim_hash = NULL, claim_expires_at = NULL WHERE id = 1
        """, [])
    } else {
      try requireOtherOwner(than: administrator.user)
    }
    let values: [SQLValue] = [
      .blob(administrator.user.bytes), .text(administrator.role.rawValue), .text(administrator.addedBy),
    ]
    guard try run("UPDATE administrators SET role = ?2, added_by = ?3 WHERE user_id = ?1", values) == 0
    else { return }
    try insert(
      "INSERT INTO administrators (user_id, role, added_by, added_at) VALUES (?1, ?2, ?3, ?4)",
      values + [.integer(try StoredTime.milliseconds(administrator.addedAt))])
  }

  package func removeAdministrator(_ user: User.ID) throws -> Bool {
    try requireOtherOwner(than: user)
    // A user who becomes an administrator again starts without keys.
    try apply("DELETE FROM administration_keys WHERE user_id = ?1", [.blob(user.bytes)])
    return try changesRow("DELETE FROM administrators WHERE user_id = ?1", [.blob(user.bytes)])
  }

  package func setOwnerClaim(_ hash: [UInt8], until expiry: Date) throws {
    try apply(
      "UPDATE administration SET claim_hash = ?1, claim_expires_at = ?2 WHERE id = 1",
      [.blob(hash), .integer(try StoredTime.milliseconds(expiry))])
  }

  package func takeOwnerClaim(_ hash: [UInt8], at instant: Date) throws -> Bool {
    try run(
      """
      UPDATE administration SET claim_hash = NULL, claim_expires_at = NULL
      WHERE id = 1 AND claim_hash = ?1 AND claim_expires_at > ?2
      """, [.blob(hash), .integer(try StoredTime.milliseconds(instant))]) == 1
  }

  /// Refuses an act on the last owner.
  ///
  /// Each such act changes one row, so that two at the same time collide, also in a transaction at `REPEATABLE READ`.
  ///
  /// - Throws: ``StoreError/Code/lastOwner``.
  func requireOtherOwner(than user: User.ID) throws {
    guard try administrator(user)?.role == .owner else { return }
    try apply("UPDATE administration SET owner_changes = owner_changes + 1 WHERE id = 1", [])
    guard try hasOtherOwner(than: user) else {
      throw StoreError(
        .lastOwner,
        "the user is the last owner of this server: make another user an owner first, with `doorward admin administrator add`"
      )
    }
  }

  /// Whether the server has an owner besides this user. An owner with a ban does not count, also if the ban has an end, which may be
  /// far away.
  func hasOtherOwner(than user: User.ID) throws -> Bool {
    try first(
      """
      SELECT 1 FROM administrators WHERE role = 'owner' AND user_id <> ?1
        AND NOT EXISTS (SELECT 1 FROM pending_deletions WHERE pending_deletions.user_id = administrators.user_id)
        AND NOT EXISTS (SELECT 1 FROM user_bans WHERE user_bans.user_id = administrators.user_id)
      LIMIT 1
      """, [.blob(user.bytes)]
    ) { _ in true } ?? false
  }
}

extension Administrator {
  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      user: try row.identifier(0), role: try row.choice(1), addedBy: try row.text(2),
      addedAt: StoredTime.moment(try row.integer(3)))
  }
}
