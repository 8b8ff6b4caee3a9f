extension Migration {
  /// Devices that ask to be signed in at another screen.
  static let deviceAuthorizations = Migration(
    number: 5, name: "device authorizations",
    sql: """
      CREATE TABLE device_authorizations (
        device_code_hash BLOB NOT NULL PRIMARY KEY CHECK (length(device_code_hash) = 32),
        user_code_hash BLOB NOT NULL UNIQUE CHECK (length(user_code_hash) = 32),
        application_id TEXT NOT NULL,
        scope TEXT NOT NULL,
        device TEXT,
        address TEXT,
        network BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        poll_interval INTEGER NOT NULL,
        polled_at INTEGER,
        decision TEXT CHECK (decision IN ('approved', 'denied')),
        page_session BLOB REFERENCES sessions (id) ON DELETE SET NULL,
        used_at INTEGER
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX device_authorizations_expiry ON device_authorizations (expires_at);
      CREATE INDEX device_authorizations_network ON device_authorizations (network, expires_at);
      CREATE INDEX device_authorizations_page ON device_authorizations (page_session)
        WHERE page_session IS NOT NULL;
      """)
}
