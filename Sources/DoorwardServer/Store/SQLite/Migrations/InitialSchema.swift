extension Migration {
  /// Users, their identities and sessions, spent challenges and keys.
  ///
  /// Times are integers: milliseconds since 1970-01-01T00:00:00Z. Identifiers are sixteen bytes.
  static let initialSchema = Migration(
    number: 1, name: "initial schema",
    sql: """
      CREATE TABLE users (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        kind TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        name TEXT,
        first_name TEXT,
        last_name TEXT,
        locale TEXT,
        metadata TEXT NOT NULL,
        app_metadata TEXT NOT NULL,
        last_sign_in_at INTEGER
      ) STRICT;

      CREATE TABLE identities (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        identifier TEXT NOT NULL,
        chain_id INTEGER CHECK (chain_id >= 0),
        network TEXT CHECK (network <> ''),
        client_type TEXT,
        connector_type TEXT,
        verified_at INTEGER NOT NULL,
        last_used_at INTEGER
      ) STRICT;

      -- NULL equals nothing in a unique index; -1 and '' stand for it, and no row may hold them.
      CREATE UNIQUE INDEX identities_key
        ON identities (kind, identifier, coalesce(chain_id, -1), coalesce(network, ''));
      CREATE INDEX identities_user ON identities (user_id, verified_at);

      CREATE TABLE sessions (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        application_id TEXT NOT NULL,
        carrier TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        authenticated_at INTEGER NOT NULL,
        methods TEXT NOT NULL,
        ended_at INTEGER,
        key_salt BLOB NOT NULL,
        refresh_counter INTEGER NOT NULL CHECK (refresh_counter >= 0),
        refresh_rotated_at INTEGER,
        refresh_key_hash BLOB,
        device TEXT,
        network TEXT,
        near_network TEXT,
        near_account_id TEXT,
        near_public_key TEXT,
        near_confirmed_at INTEGER
      ) STRICT;

      CREATE INDEX sessions_user ON sessions (user_id, expires_at);
      -- When a session stops opening anything: what the purge goes by.
      CREATE INDEX sessions_over ON sessions (min(expires_at, coalesce(ended_at, expires_at)));

      CREATE TABLE spent_challenges (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX spent_challenges_expiry ON spent_challenges (expires_at);

      CREATE TABLE api_keys (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        application_id TEXT NOT NULL,
        name TEXT NOT NULL,
        hash BLOB NOT NULL UNIQUE,
        created_at INTEGER NOT NULL,
        revoked_at INTEGER
      ) STRICT;

      CREATE TABLE signing_keys (
        id TEXT NOT NULL PRIMARY KEY,
        algorithm TEXT NOT NULL,
        public_key BLOB NOT NULL,
        sealed_private_key BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        retired_at INTEGER,
        revoked_at INTEGER
      ) STRICT;

      -- One row that a readiness check overwrites: the only way to know that a write would succeed.
      CREATE TABLE readiness (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        writes INTEGER NOT NULL
      ) STRICT;
      INSERT INTO readiness (id, writes) VALUES (1, 0);
      """)
}
