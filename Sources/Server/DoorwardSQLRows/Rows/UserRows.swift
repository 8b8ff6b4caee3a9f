package import DoorwardStore
import DoorwardWire

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Migration {
  /// The columns that users got after the first version, one step for each. Both databases have these steps: a column for a
  /// text of the profile is `ALTER TABLE users ADD COLUMN pronouns TEXT`.
  package static let addedUserColumns: [Migration] = []

  /// The steps of one database with those that both have, in order.
  package static func steps(_ own: [Migration], adding shared: [Migration] = addedUserColumns) -> [Migration]
  {
    (own + shared).sorted { $0.number < $1.number }
  }
}

/// The statements with all columns of users. The last columns are the texts of the profile, in the order of `ProfileText`.
///
/// A query that can be prefetched is one literal, by which its result is found.
enum UserStatement {
  /// The number of changes of the user: those of this table, and those that collide with a sign-in.
  static let version: StaticString = "SELECT changes FROM users WHERE id = ?1"

  static let chosen: StaticString = """
    WITH RECURSIVE chosen (place, id) AS (
      SELECT 1, substr(?1, 1, 16)
      UNION ALL SELECT place + 1, substr(?1, place * 16 + 1, 16) FROM chosen WHERE place < ?2)
    SELECT users.id, kind, created_at, metadata, last_sign_in_at, CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END,
      secured_at, (SELECT photos.id FROM photos WHERE user_id = users.id), requested_at, due_at,
      name, first_name, last_name, locale
    FROM chosen JOIN users ON users.id = chosen.id
      LEFT JOIN pending_deletions ON user_id = users.id
    """

  static let one: StaticString = """
    SELECT id, kind, created_at, metadata, last_sign_in_at, CASE WHEN password_hash IS NULL THEN 0 ELSE 1 END,
      secured_at, (SELECT photos.id FROM photos WHERE user_id = users.id), requested_at, due_at,
      name, first_name, last_name, locale
    FROM users LEFT JOIN pending_deletions ON user_id = users.id WHERE users.id = ?1
    """

  static let insert: StaticString = """
    INSERT INTO users (id, created_at, kind, metadata, last_sign_in_at, secured_at,
      name, first_name, last_name, locale)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
    """

  static let update: StaticString = """
    UPDATE users SET changes = changes + 1, kind = ?2, metadata = ?3, last_sign_in_at = ?4, secured_at = ?5,
      name = ?6, first_name = ?7, last_name = ?8, locale = ?9
    WHERE id = ?1
    """
}

extension SQLReading {
  func users(_ chosen: ChosenUsers) throws -> [User] {
    try all(UserStatement.chosen, chosen.values) { row in try User(row) }
  }

  package func user(_ id: User.ID) throws -> User? {
    try first(
      UserStatement.one, [.blob(id.bytes)]
    ) { row in try User(row) }
  }
}

extension SQLWriting {
  package func insert(_ user: User) throws {
    let constants = [SQLValue.blob(user.id.bytes), .integer(try StoredTime.milliseconds(user.createdAt))]
    try insert(UserStatement.insert, constants + user.values())
  }

  package func update(_ user: User) throws {
    try change(
      "user", UserStatement.update, values: [.blob(user.id.bytes)] + user.values())
    try copySignIn(of: user.id, try StoredTime.milliseconds(user.lastSignInAt) ?? 0)
  }

  package func noteSignIn(of user: User.ID, at instant: Date) throws {
    let moment = try StoredTime.milliseconds(instant)
    try change(
      "user", "UPDATE users SET last_sign_in_at = ?2, changes = changes + 1 WHERE id = ?1",
      values: [.blob(user.bytes), .integer(moment)])
    try copySignIn(of: user, moment)
  }

  package func collideWithSignIns(of user: User.ID) throws {
    try change("user", "UPDATE users SET changes = changes + 1 WHERE id = ?1", values: [.blob(user.bytes)])
  }

  /// The same for a user who may have been deleted. Then nothing happens.
  func collideWithSignInsIfPresent(of user: User.ID) throws {
    try apply("UPDATE users SET changes = changes + 1 WHERE id = ?1", [.blob(user.bytes)])
  }

  /// Copies the time of the last sign-in to the user's grants, for the lists of users.
  private func copySignIn(of user: User.ID, _ moment: Int64) throws {
    try apply(
      "UPDATE application_grants SET signed_in_at = ?2 WHERE user_id = ?1 AND signed_in_at <> ?2",
      [.blob(user.bytes), .integer(moment)])
  }

  /// The conditions must match the index `users_left`. An anonymous user with a session has not left, even if an
  /// earlier session has ended.
  package func purgeAnonymousUsers(leftBefore instant: Date, limit: Int) throws -> Int {
    guard limit > 0 else { return 0 }
    let left = try all(
      """
      SELECT id FROM users WHERE kind = 'anonymous' AND left_at IS NOT NULL AND left_at < ?1
        AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id)
      ORDER BY left_at LIMIT ?2
      """, [.integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit))]
    ) { row in try row.identifier(0, of: User.self) }
    for user in left { try deleteUser(user) }
    return left.count
  }

  /// The user's identities, second factors, grants, sessions, messages and photo are deleted too (`ON DELETE CASCADE`).
  package func deleteUser(_ id: User.ID) throws {
    try requireOtherOwner(than: id)
    if try ban(of: id) != nil { try keepBanned(identities(of: id)) }
    // A code for a sign-in names no user, but it has the address of one.
    try apply(
      """
      DELETE FROM outgoing_messages WHERE user_id IS NULL AND lower(recipient) IN (
        SELECT identifier FROM identities WHERE user_id = ?1 AND kind IN ('email', 'phone'))
      """, [.blob(id.bytes)])
    // An accepted invitation belongs to the user, and its address may get another owner.
    try apply(
      """
      DELETE FROM invitations WHERE accepted_at IS NOT NULL
        AND (kind, identifier) IN (SELECT kind, identifier FROM identities WHERE user_id = ?1)
      """, [.blob(id.bytes)])
    try eraseClients(ofEventsAbout: id)
    // Due at once, at any time of the caller.
    try endLogins(of: id, except: nil, at: Date(timeIntervalSince1970: 0))
    try apply("DELETE FROM users WHERE id = ?1", [.blob(id.bytes)])
  }
}

extension PendingDeletion {
  fileprivate init?(_ row: borrowing SQLRow, at column: Int32) throws {
    guard let requestedAt = StoredTime.moment(try row.optionalInteger(column)),
      let dueAt = StoredTime.moment(try row.optionalInteger(column + 1))
    else { return nil }
    self.init(requestedAt: requestedAt, dueAt: dueAt)
  }
}

extension User {
  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      id: try row.identifier(0), kind: try row.choice(1),
      createdAt: StoredTime.moment(try row.integer(2)), metadata: try StoredJSON.object(try row.text(3)),
      lastSignInAt: StoredTime.moment(try row.optionalInteger(4)), hasPassword: try row.integer(5) != 0,
      securedAt: StoredTime.moment(try row.optionalInteger(6)), photo: try row.optionalPhotoID(7),
      deletion: try PendingDeletion(row, at: 8))
    for (column, text) in zip(Int32(10)..., ProfileText.allCases) {
      profile[text] = try row.optionalText(column)
    }
  }

  /// The values that change, in the order of ``UserStatement``.
  fileprivate func values() throws -> [SQLValue] {
    [
      .text(kind.rawValue), .text(StoredJSON.text(metadata)),
      SQLValue(try StoredTime.milliseconds(lastSignInAt)), SQLValue(try StoredTime.milliseconds(securedAt)),
    ] + ProfileText.allCases.map { SQLValue(profile[$0]) }
  }
}

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
      values: [.blob(user.bytes), SQLValue(hash)])
  }
}

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
      "user", "UPDATE users SET import_id = ?2 WHERE id = ?1",
      values: [.blob(user.bytes), .blob(record.bytes)])
  }
}
