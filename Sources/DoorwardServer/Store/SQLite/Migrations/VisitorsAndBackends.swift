extension Migration {
  /// When an anonymous user's last session ended, and which users an application has seen.
  ///
  /// Sessions are purged minutes after their end. What must be known of them for longer is kept here; of
  /// applications an older database can remember those of the sessions it still has.
  static let visitorsAndBackends = Migration(
    number: 3, name: "visitors and backends",
    sql: """
      ALTER TABLE users ADD COLUMN left_at INTEGER;
      CREATE INDEX users_left ON users (left_at) WHERE kind = 'anonymous' AND left_at IS NOT NULL;

      CREATE TABLE user_applications (
        user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        application_id TEXT NOT NULL,
        PRIMARY KEY (user_id, application_id)
      ) STRICT, WITHOUT ROWID;

      INSERT INTO user_applications (user_id, application_id)
      SELECT DISTINCT user_id, application_id FROM sessions;
      """)
}
