import DoorwardSQLRows

extension Migration {
  /// The table of the periods in which removed challenges were issued.
  static let sweptChallenges = Migration(
    number: 2, name: "swept challenges",
    sql: """
      -- A challenge that was issued in one of these periods, and expires no later than its end, is refused: its record may
      -- have been removed. There are a few rows.
      CREATE TABLE swept_challenges (
        first_issued_at INTEGER NOT NULL PRIMARY KEY,
        last_issued_at INTEGER NOT NULL CHECK (last_issued_at >= first_issued_at),
        last_expires_at INTEGER NOT NULL
      ) STRICT;
      """)
}

extension Migration {
  /// The number of changes of each user.
  static let userChanges = Migration(
    number: 3, name: "user changes",
    sql: """
      -- The number increases with each change on which a sign-in of the user depends. So a transaction can use what an earlier
      -- one has read of the user.
      ALTER TABLE users ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
      """)
}

extension Migration {
  /// The time of the last change of each user's profile.
  static let profileChanges = Migration(
    number: 4, name: "profile changes",
    sql: """
      -- When the profile, the photo, an address or the user name changed last; NULL if nothing has changed.
      ALTER TABLE users ADD COLUMN profile_changed_at INTEGER;
      """)
}

extension Migration {
  /// The roles of users in applications.
  static let roles = Migration(
    number: 5, name: "roles",
    sql: """
      -- The roles that backends of the application, or the operator, have given the user, with a space between two.
      ALTER TABLE application_grants ADD COLUMN roles TEXT NOT NULL DEFAULT '';
      """)
}
