extension Migration {
  /// Authorization codes, and what the sessions they open may do; a session without `scope` is one that its
  /// own application's sign-in opened.
  static let authorizationCodes = Migration(
    number: 4, name: "authorization codes",
    sql: """
      CREATE TABLE authorization_codes (
        hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
        application_id TEXT NOT NULL,
        redirect_uri TEXT NOT NULL,
        challenge BLOB NOT NULL,
        nonce TEXT,
        scope TEXT NOT NULL,
        page_session BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        expires_at INTEGER NOT NULL,
        used_at INTEGER,
        opened_session BLOB
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX authorization_codes_expiry ON authorization_codes (expires_at);
      CREATE INDEX authorization_codes_page ON authorization_codes (page_session);

      ALTER TABLE sessions ADD COLUMN scope TEXT;
      """)
}
