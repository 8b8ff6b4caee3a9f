import DoorwardSQLite
import DoorwardStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SQLiteReading {
  func user(_ id: User.ID) throws -> User? {
    try first(
      """
      SELECT id, kind, created_at, name, first_name, last_name, locale, metadata, last_sign_in_at,
        password_hash IS NOT NULL, secured_at, (SELECT photos.id FROM photos WHERE user_id = users.id),
        requested_at, due_at
      FROM users LEFT JOIN pending_deletions ON user_id = users.id WHERE users.id = ?1
      """, [.blob(id.bytes)]
    ) { row in try User(row) }
  }
}

extension SQLiteTransaction {
  func insert(_ user: User) throws {
    try run(
      """
      INSERT INTO users (id, kind, created_at, name, first_name, last_name, locale, metadata,
        last_sign_in_at, secured_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """,
      [
        .blob(user.id.bytes), .text(user.kind.rawValue),
        .integer(try StoredTime.milliseconds(user.createdAt)),
        SQLiteValue(user.profile.name), SQLiteValue(user.profile.firstName),
        SQLiteValue(user.profile.lastName), SQLiteValue(user.profile.locale),
        .text(StoredJSON.text(user.metadata)),
        SQLiteValue(try StoredTime.milliseconds(user.lastSignInAt)),
        SQLiteValue(try StoredTime.milliseconds(user.securedAt)),
      ])
  }

  func update(_ user: User) throws {
    try change(
      "user",
      """
      UPDATE users SET kind = ?2, name = ?3, first_name = ?4, last_name = ?5, locale = ?6,
        metadata = ?7, last_sign_in_at = ?8, secured_at = ?9
      WHERE id = ?1
      """,
      [
        .blob(user.id.bytes), .text(user.kind.rawValue),
        SQLiteValue(user.profile.name), SQLiteValue(user.profile.firstName),
        SQLiteValue(user.profile.lastName), SQLiteValue(user.profile.locale),
        .text(StoredJSON.text(user.metadata)),
        SQLiteValue(try StoredTime.milliseconds(user.lastSignInAt)),
        SQLiteValue(try StoredTime.milliseconds(user.securedAt)),
      ])
    try copySignIn(of: user.id, try StoredTime.milliseconds(user.lastSignInAt) ?? 0)
  }

  func noteSignIn(of user: User.ID, at instant: Date) throws {
    let moment = try StoredTime.milliseconds(instant)
    try change(
      "user", "UPDATE users SET last_sign_in_at = ?2 WHERE id = ?1", [.blob(user.bytes), .integer(moment)])
    try copySignIn(of: user, moment)
  }

  /// Copies the time of the last sign-in to the user's grants, for the lists of users.
  private func copySignIn(of user: User.ID, _ moment: Int64) throws {
    try run(
      "UPDATE application_grants SET signed_in_at = ?2 WHERE user_id = ?1 AND signed_in_at <> ?2",
      [.blob(user.bytes), .integer(moment)])
  }

  /// The conditions must match the index `users_left`. An anonymous user with a session has not left, even if an
  /// earlier session has ended.
  func purgeAnonymousUsers(leftBefore instant: Date, limit: Int) throws -> Int {
    guard limit > 0 else { return 0 }
    return try run(
      """
      DELETE FROM users WHERE id IN (
        SELECT id FROM users WHERE kind = 'anonymous' AND left_at IS NOT NULL AND left_at < ?1
          AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)
        ORDER BY left_at LIMIT ?2)
      """, [.integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit))])
  }

  /// The user's identities, second factors, grants, sessions and photo are deleted too (`ON DELETE CASCADE`).
  func deleteUser(_ id: User.ID) throws {
    try run("DELETE FROM users WHERE id = ?1", [.blob(id.bytes)])
  }
}

extension PendingDeletion {
  fileprivate init?(_ row: borrowing SQLiteRow, at column: Int32) throws {
    guard let requestedAt = StoredTime.moment(try row.optionalInteger(column)),
      let dueAt = StoredTime.moment(try row.optionalInteger(column + 1))
    else { return nil }
    self.init(requestedAt: requestedAt, dueAt: dueAt)
  }
}

extension User {
  fileprivate init(_ row: borrowing SQLiteRow) throws {
    self.init(
      id: try row.identifier(0), kind: try row.choice(1),
      createdAt: StoredTime.moment(try row.integer(2)),
      profile: Profile(
        name: try row.optionalText(3), firstName: try row.optionalText(4),
        lastName: try row.optionalText(5), locale: try row.optionalText(6)),
      metadata: try StoredJSON.object(try row.text(7)),
      lastSignInAt: StoredTime.moment(try row.optionalInteger(8)), hasPassword: try row.integer(9) != 0,
      securedAt: StoredTime.moment(try row.optionalInteger(10)),
      photo: try row.optionalPhotoID(11), deletion: try PendingDeletion(row, at: 12))
  }
}
