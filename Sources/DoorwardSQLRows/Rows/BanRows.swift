package import DoorwardStore

/// The query that can be prefetched. It is one literal, by which its result is found.
enum BanStatement {
  static let ofUser: StaticString =
    "SELECT reason, banned_at, ends_at FROM user_bans WHERE user_id = ?1"
}

extension SQLReading {
  package func ban(of user: User.ID) throws -> UserBan? {
    try first(
      BanStatement.ofUser, [.blob(user.bytes)]
    ) { row in
      UserBan(
        reason: try row.optionalText(0), bannedAt: StoredTime.moment(try row.integer(1)),
        endsAt: StoredTime.moment(try row.optionalInteger(2)))
    }
  }
}

extension SQLWriting {
  package func setBan(_ ban: UserBan?, of user: User.ID) throws {
    guard let ban else {
      guard try self.user(user) != nil else { throw StoreError(.missing, "the user to change is not there") }
      try apply("DELETE FROM user_bans WHERE user_id = ?1", [.blob(user.bytes)])
      return
    }
    try collideWithSignIns(of: user)
    try apply(
      """
      INSERT INTO user_bans (user_id, reason, banned_at, ends_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (user_id) DO UPDATE SET reason = ?2, banned_at = ?3, ends_at = ?4
      """,
      [
        .blob(user.bytes), SQLValue(ban.reason), .integer(try StoredTime.milliseconds(ban.bannedAt)),
        SQLValue(try StoredTime.milliseconds(ban.endsAt)),
      ])
  }
}
