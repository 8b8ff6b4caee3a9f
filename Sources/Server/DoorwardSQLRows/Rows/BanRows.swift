package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The queries that can be prefetched. Each is one literal, by which its result is found.
enum BanStatement {
  static let ofChosenUsers: StaticString = """
    WITH RECURSIVE chosen (place, id) AS (
      SELECT 1, substr(?1, 1, 16)
      UNION ALL SELECT place + 1, substr(?1, place * 16 + 1, 16) FROM chosen WHERE place < ?2)
    SELECT reason, banned_at, ends_at, owner, user_id FROM chosen JOIN user_bans ON user_id = chosen.id
    ORDER BY place, coalesce(ends_at, 9223372036854775807) DESC, owner
    """
  static let ofUser: StaticString = """
    SELECT reason, banned_at, ends_at, owner FROM user_bans WHERE user_id = ?1
    ORDER BY coalesce(ends_at, 9223372036854775807) DESC, owner LIMIT 1
    """
  static let ofFormerHolder: StaticString = """
    SELECT banned_identities.user_id FROM banned_identities
      JOIN user_bans ON user_bans.user_id = banned_identities.user_id
    WHERE key_hash = ?1 AND (ends_at IS NULL OR ends_at > ?2)
    """
}

extension SQLReading {
  package func ban(of user: User.ID) throws -> UserBan? {
    try first(
      BanStatement.ofUser, [.blob(user.bytes)]
    ) { row in try UserBan(row) }
  }

  /// The ban of each user that lasts longest.
  func bans(_ chosen: ChosenUsers) throws -> [User.ID: UserBan] {
    let bans = try all(BanStatement.ofChosenUsers, chosen.values) { row in
      (try row.identifier(4, of: User.self), try UserBan(row))
    }
    return Dictionary(bans) { first, _ in first }
  }

  package func userBanned(with identity: IdentityKey, at instant: Date) throws -> User.ID? {
    try first(
      BanStatement.ofFormerHolder, [.blob(identity.hash), .integer(try StoredTime.milliseconds(instant))]
    ) { row in try row.identifier(0) }
  }
}

extension UserBan {
  fileprivate init(_ row: borrowing SQLRow) throws {
    let owner = try row.text(3)
    self.init(
      reason: try row.optionalText(0), bannedAt: StoredTime.moment(try row.integer(1)),
      endsAt: StoredTime.moment(try row.optionalInteger(2)), owner: owner.isEmpty ? nil : owner)
  }
}

extension SQLWriting {
  /// The longest step of the time of the removal: twice the interval of the sweeps, in milliseconds.
  private var banRemovalStep: Int64 { 120_000 }

  package func setBan(_ ban: UserBan, of user: User.ID) throws {
    try requireOtherOwner(than: user)
    try collideWithSignIns(of: user)
    try apply(
      """
      INSERT INTO user_bans (user_id, owner, reason, banned_at, ends_at) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (user_id, owner) DO UPDATE SET reason = ?3, banned_at = ?4, ends_at = ?5
      """,
      [
        .blob(user.bytes), .text(ban.owner ?? ""), SQLValue(ban.reason),
        .integer(try StoredTime.milliseconds(ban.bannedAt)),
        SQLValue(try StoredTime.milliseconds(ban.endsAt)),
      ])
  }

  package func removeBan(of user: User.ID, by application: String) throws {
    try collideWithSignInsIfPresent(of: user)
    try apply(
      "DELETE FROM user_bans WHERE user_id = ?1 AND owner = ?2", [.blob(user.bytes), .text(application)])
  }

  package func removeBans(of user: User.ID) throws -> Bool {
    try collideWithSignInsIfPresent(of: user)
    try apply("DELETE FROM banned_identities WHERE user_id = ?1", [.blob(user.bytes)])
    return try run("DELETE FROM user_bans WHERE user_id = ?1", [.blob(user.bytes)]) > 0
  }

  package func removeBansOfApplications(of user: User.ID) throws {
    try collideWithSignInsIfPresent(of: user)
    try apply("DELETE FROM user_bans WHERE user_id = ?1 AND owner <> ''", [.blob(user.bytes)])
  }

  package func banRemoval(upTo instant: Date) throws -> Date {
    // A ban whose rows were removed has ended for good, and the clock may have jumped ahead. So the removal has a time of its
    // own, which follows the clock in small steps, one for each sweep. It is the end of a lease that no process takes.
    try apply(
      """
      INSERT INTO leases (task, holder, expires_at) VALUES ('ban_removal', ?1, ?2)
      ON CONFLICT (task) DO UPDATE
      SET expires_at = CASE WHEN ?2 - leases.expires_at > ?3 THEN leases.expires_at + ?3 ELSE ?2 END
      """,
      [
        .blob([UInt8](repeating: 0, count: 16)), .integer(try StoredTime.milliseconds(instant)),
        .integer(banRemovalStep),
      ])
    return try first("SELECT expires_at FROM leases WHERE task = 'ban_removal'", []) { row in
      StoredTime.moment(try row.integer(0))
    } ?? instant
  }

  package func purgeBans(endedBefore instant: Date, limit: Int) throws -> Int {
    guard limit > 0 else { return 0 }
    let moment = SQLValue.integer(try StoredTime.milliseconds(instant))
    let identities = try run(
      """
      DELETE FROM banned_identities WHERE (key_hash, user_id) IN (
        SELECT key_hash, user_id FROM banned_identities WHERE NOT EXISTS (
          SELECT 1 FROM user_bans WHERE user_bans.user_id = banned_identities.user_id
            AND (ends_at IS NULL OR ends_at >= ?1))
        LIMIT ?2)
      """, [moment, .integer(Int64(limit))])
    return try identities
      + run(
        """
        DELETE FROM user_bans WHERE (user_id, owner) IN (
          SELECT user_id, owner FROM user_bans
          WHERE ends_at < ?1 AND NOT EXISTS (SELECT 1 FROM users WHERE users.id = user_id) LIMIT ?2)
        """, [moment, .integer(Int64(limit - identities))])
  }

  /// Keeps the identities that a banned user loses, so that no user signs up with them while the ban lasts. An identity that a
  /// backend has only vouched for may be another person's.
  func keepBanned(_ identities: [Identity]) throws {
    for identity in identities where !identity.isVouched {
      guard try ban(of: identity.userID) != nil else { return }
      try apply(
        "INSERT INTO banned_identities (key_hash, user_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        [.blob(identity.key.hash), .blob(identity.userID.bytes)])
    }
  }

  /// The bans of a removed application become the operator's. An application that gets its id later has no right to them.
  func moveBans(of application: String) throws {
    try apply(
      """
      INSERT INTO user_bans (user_id, owner, reason, banned_at, ends_at)
      SELECT user_id, '', reason, banned_at, ends_at FROM user_bans WHERE owner = ?1
      ON CONFLICT (user_id, owner) DO UPDATE SET reason = excluded.reason, ends_at = excluded.ends_at
        WHERE user_bans.ends_at IS NOT NULL AND (excluded.ends_at IS NULL OR excluded.ends_at > user_bans.ends_at)
      """, [.text(application)])
    try apply("DELETE FROM user_bans WHERE owner = ?1", [.text(application)])
  }
}

extension IdentityKey {
  /// The hash of the key. A ban keeps no text of an address of a deleted user.
  var hash: [UInt8] {
    SHA256.hash([UInt8]([kind.rawValue, identifier, realm ?? ""].joined(separator: "\u{0}").utf8))
  }
}
