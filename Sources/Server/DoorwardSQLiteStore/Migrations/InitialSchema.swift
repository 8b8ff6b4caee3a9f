package import DoorwardSQLRows

extension Migration {
  /// Every step of the schema for SQLite, in order.
  package static let all = steps([
    initialSchema, sweptChallenges, userChanges, profileChanges, roles, administrators, shownScopes, events,
    webhooks, settings, clientLogins,
  ])

  /// The tables of users, bans, invitations, applications, identities, grants, sessions, pending client requests, spent
  /// challenges, guesses, second factors, pending deletions, photos, keys and outgoing messages.
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
        last_sign_in_at INTEGER,
        password_hash TEXT,
        -- When the password or an address changed last, or the user secured the account. Codes that were sent before it
        -- are void.
        secured_at INTEGER,
        -- When the last session of an anonymous user ended.
        left_at INTEGER,
        -- A hash of the id that the user had in another system.
        import_id BLOB CHECK (length(import_id) = 32)
      ) STRICT;

      CREATE INDEX users_left ON users (left_at) WHERE kind = 'anonymous' AND left_at IS NOT NULL;
      CREATE UNIQUE INDEX users_import ON users (import_id) WHERE import_id IS NOT NULL;

      -- What a user has granted to an application, and what the backends of the application keep of the user.
      CREATE TABLE application_grants (
        user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        application_id TEXT NOT NULL,
        scope TEXT NOT NULL,
        app_metadata TEXT NOT NULL,
        -- A copy of the user's last_sign_in_at, for lists that are ordered by it; 0 for NULL.
        signed_in_at INTEGER NOT NULL,
        PRIMARY KEY (user_id, application_id)
      ) STRICT, WITHOUT ROWID;

      -- The lists of an application's users.
      CREATE INDEX application_grants_created ON application_grants (application_id, user_id);
      CREATE INDEX application_grants_signed_in ON application_grants (application_id, signed_in_at, user_id);

      -- A ban outlives its user.
      CREATE TABLE user_bans (
        user_id BLOB NOT NULL,
        -- The application whose backend bans the user; empty for the operator.
        owner TEXT NOT NULL,
        reason TEXT,
        banned_at INTEGER NOT NULL,
        ends_at INTEGER,
        PRIMARY KEY (user_id, owner)
      ) STRICT, WITHOUT ROWID;

      -- The identities that a banned user has lost. No user signs up with them while the ban lasts.
      CREATE TABLE banned_identities (
        key_hash BLOB NOT NULL,
        user_id BLOB NOT NULL,
        PRIMARY KEY (key_hash, user_id)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE invitations (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        application_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        identifier TEXT NOT NULL,
        inviter TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        accepted_at INTEGER
      ) STRICT;

      CREATE UNIQUE INDEX invitations_address ON invitations (kind, identifier, application_id);
      CREATE INDEX invitations_list ON invitations (application_id, created_at, id);
      CREATE INDEX invitations_expiry ON invitations (expires_at);

      CREATE TABLE applications (
        id TEXT NOT NULL,
        source TEXT NOT NULL,
        -- A JSON object with the settings that the operator has given.
        settings TEXT NOT NULL,
        position INTEGER NOT NULL,
        PRIMARY KEY (id, source)
      ) STRICT, WITHOUT ROWID;

      -- One row: a number that increases with each change of an application.
      CREATE TABLE application_revision (revision INTEGER NOT NULL) STRICT;
      INSERT INTO application_revision VALUES (0);

      CREATE TABLE identities (
        -- The order of insertion.
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
        user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        identifier TEXT NOT NULL,
        -- Empty if the identifier is unique everywhere.
        realm TEXT NOT NULL,
        -- JSON objects that the sign-in method of the identity writes and reads.
        attributes TEXT NOT NULL,
        evidence TEXT NOT NULL,
        verified_at INTEGER NOT NULL,
        last_used_at INTEGER,
        -- Whether a backend has stated the identity, and its user has not proven it.
        is_vouched INTEGER NOT NULL CHECK (is_vouched IN (0, 1))
      ) STRICT;

      CREATE UNIQUE INDEX identities_key ON identities (kind, identifier, realm);
      CREATE INDEX identities_user ON identities (user_id, verified_at);

      CREATE TABLE sessions (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        application_id TEXT NOT NULL,
        carrier TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        last_used_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        -- The proofs that the session rests on: a JSON array.
        proofs TEXT NOT NULL,
        ended_at INTEGER,
        end_reason TEXT CHECK ((end_reason IS NULL) = (ended_at IS NULL)),
        key_salt BLOB NOT NULL,
        refresh_counter INTEGER NOT NULL CHECK (refresh_counter >= 0),
        refresh_rotated_at INTEGER,
        refresh_key_hash BLOB,
        device TEXT,
        network TEXT,
        -- NULL for a session that a direct sign-in of its application opened.
        scope TEXT,
        -- Whether the scopes allow no refresh. Brief sessions have a limit of their own.
        is_brief INTEGER NOT NULL CHECK (is_brief IN (0, 1)),
        -- When the session stops opening anything, by its expiry or its end: what the purge goes by.
        over_at INTEGER NOT NULL
      ) STRICT;

      -- The live sessions of a user can be counted by this index alone. It has them in the order of their creation, and
      -- apart from those that have ended.
      CREATE INDEX sessions_user ON sessions (user_id, is_brief, ended_at, created_at, expires_at);
      CREATE INDEX sessions_over ON sessions (over_at, id);

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

      CREATE TABLE spent_challenges (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX spent_challenges_expiry ON spent_challenges (expires_at);

      -- The guesses of passwords and codes. The subject is a MAC of the challenge, identifier or user.
      CREATE TABLE guesses (
        subject BLOB NOT NULL PRIMARY KEY CHECK (length(subject) = 32),
        count INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX guesses_expiry ON guesses (expires_at);

      -- The tasks that one process at a time performs for all.
      CREATE TABLE leases (
        task TEXT NOT NULL PRIMARY KEY,
        holder BLOB NOT NULL CHECK (length(holder) = 16),
        expires_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE second_factors (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        -- Of an authenticator: its secret, and the last accepted time step.
        sealed_secret BLOB,
        last_step INTEGER,
        -- Of an identity: the identity, and the method that proves it.
        identity_id BLOB REFERENCES identities (id) ON DELETE CASCADE,
        method TEXT,
        CHECK ((sealed_secret IS NULL) = (last_step IS NULL)),
        CHECK ((identity_id IS NULL) = (method IS NULL)),
        CHECK ((identity_id IS NULL) <> (sealed_secret IS NULL))
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX second_factors_user ON second_factors (user_id, created_at);
      CREATE UNIQUE INDEX second_factors_identity ON second_factors (identity_id) WHERE identity_id IS NOT NULL;

      -- The recovery codes that a user has not used.
      CREATE TABLE recovery_codes (
        user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        PRIMARY KEY (user_id, hash)
      ) STRICT, WITHOUT ROWID;

      -- The users that will be deleted, and can still undo it.
      CREATE TABLE pending_deletions (
        user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        requested_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX pending_deletions_due ON pending_deletions (due_at);

      CREATE TABLE photos (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        user_id BLOB NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE photo_renditions (
        photo_id BLOB NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        side INTEGER NOT NULL,
        -- A JPEG file.
        bytes BLOB NOT NULL,
        PRIMARY KEY (photo_id, side)
      ) STRICT;

      CREATE TABLE api_keys (
        -- The order of insertion.
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
        application_id TEXT NOT NULL,
        name TEXT NOT NULL,
        hash BLOB NOT NULL UNIQUE,
        scope TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        revoked_at INTEGER
      ) STRICT;

      -- Acts on the command line that no server has written to its log yet.
      CREATE TABLE operator_events (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        happened_at INTEGER NOT NULL,
        members TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE signing_keys (
        -- The order of insertion.
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        algorithm TEXT NOT NULL,
        public_key BLOB NOT NULL,
        sealed_private_key BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        retired_at INTEGER,
        revoked_at INTEGER
      ) STRICT;

      CREATE TABLE outgoing_messages (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        application_id TEXT NOT NULL,
        user_id BLOB REFERENCES users (id) ON DELETE CASCADE,
        challenge_id BLOB,
        channel TEXT NOT NULL,
        recipient TEXT NOT NULL,
        kind TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        -- The values of the message, with its one-time code. A message that does not wait has none.
        sealed_content BLOB CHECK ((sealed_content IS NOT NULL) = (state = 'waiting')),
        state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'expired', 'cancelled')),
        attempts INTEGER NOT NULL,
        -- While a process delivers the message, the end of its lease.
        next_attempt_at INTEGER NOT NULL,
        claim BLOB,
        outcome_code TEXT,
        outcome_detail TEXT,
        ended_at INTEGER CHECK ((ended_at IS NULL) = (state = 'waiting'))
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX outgoing_messages_due ON outgoing_messages (channel, next_attempt_at) WHERE state = 'waiting';
      CREATE INDEX outgoing_messages_urgent ON outgoing_messages (channel, expires_at, next_attempt_at)
        WHERE state = 'waiting';
      CREATE INDEX outgoing_messages_user ON outgoing_messages (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX outgoing_messages_recipient ON outgoing_messages (lower(recipient)) WHERE user_id IS NULL;
      CREATE INDEX outgoing_messages_challenge ON outgoing_messages (challenge_id)
        WHERE challenge_id IS NOT NULL AND state = 'waiting';
      CREATE INDEX outgoing_messages_over ON outgoing_messages (state, ended_at) WHERE ended_at IS NOT NULL;
      CREATE INDEX outgoing_messages_undelivered ON outgoing_messages (created_at, id)
        WHERE state IN ('failed', 'expired');

      -- What was spent on messages, by the day in UTC: days since 1970-01-01.
      CREATE TABLE delivery_spending (
        day INTEGER NOT NULL PRIMARY KEY,
        amount INTEGER NOT NULL CHECK (amount >= 0)
      ) STRICT;

      -- One row that a readiness check overwrites: the only way to know that a write would succeed.
      CREATE TABLE readiness (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        writes INTEGER NOT NULL
      ) STRICT;
      INSERT INTO readiness (id, writes) VALUES (1, 0);
      """)
}
