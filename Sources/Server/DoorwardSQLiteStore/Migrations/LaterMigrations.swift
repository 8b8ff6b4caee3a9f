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

extension Migration {
  /// The administrators of the server.
  static let administrators = Migration(
    number: 6, name: "administrators",
    sql: """
      CREATE TABLE administrators (
        user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('owner', 'support', 'viewer')),
        -- The one who added the administrator, or changed the role last.
        added_by TEXT NOT NULL,
        added_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- One row: the hash of the secret by which a user can become an owner, and a number that grows with each change of an
      -- owner, so that two changes at the same time collide.
      CREATE TABLE administration (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        claim_hash BLOB CHECK (length(claim_hash) = 32),
        claim_expires_at INTEGER CHECK ((claim_expires_at IS NULL) = (claim_hash IS NULL)),
        owner_changes INTEGER NOT NULL
      ) STRICT;
      INSERT INTO administration (id, owner_changes) VALUES (1, 0);

      CREATE TABLE administration_keys (
        -- The order of insertion.
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
        name TEXT NOT NULL,
        hash BLOB NOT NULL UNIQUE,
        scope TEXT NOT NULL,
        -- The administrator who has made the key; NULL for the command line.
        user_id BLOB REFERENCES users (id) ON DELETE CASCADE,
        created_at INTEGER NOT NULL,
        expires_at INTEGER,
        revoked_at INTEGER
      ) STRICT;

      CREATE INDEX administration_keys_user ON administration_keys (user_id) WHERE user_id IS NOT NULL;

      -- The search for users by the start of a name.
      CREATE INDEX users_name ON users (lower(name), id) WHERE name IS NOT NULL;
      CREATE INDEX users_first_name ON users (lower(first_name), id) WHERE first_name IS NOT NULL;
      CREATE INDEX users_last_name ON users (lower(last_name), id) WHERE last_name IS NOT NULL;
      """)
}

extension Migration {
  /// The scopes that a page has listed to the user.
  static let shownScopes = Migration(
    number: 7, name: "shown scopes",
    sql: """
      -- The scopes that a page has listed to the user before the user allowed them. It is not known of
      -- older rows, which count as not shown.
      ALTER TABLE application_grants ADD COLUMN shown_scope TEXT NOT NULL DEFAULT '';
      ALTER TABLE authorization_codes ADD COLUMN shown_scope TEXT NOT NULL DEFAULT '';
      ALTER TABLE device_authorizations ADD COLUMN shown_scope TEXT NOT NULL DEFAULT '';
      """)
}

extension Migration {
  /// The events, and the ends of their chain.
  static let events = Migration(
    number: 8, name: "events",
    sql: """
      -- The acts that matter to an operator or a user. The rows of users who were deleted stay, without their client.
      CREATE TABLE events (
        -- Ordered by time.
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        happened_at INTEGER NOT NULL,
        type TEXT NOT NULL,
        actor TEXT NOT NULL,
        actor_id TEXT,
        user_id BLOB,
        application_id TEXT,
        session_id BLOB,
        -- The client, until its user is deleted.
        device TEXT,
        network TEXT,
        data TEXT NOT NULL,
        -- Of a sealed event: its place in the chain, the keyed digest of its client, and the code over everything.
        number INTEGER,
        salt BLOB,
        client_digest BLOB,
        seal BLOB,
        CHECK ((number IS NULL) = (seal IS NULL))
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX events_user ON events (user_id, happened_at, id) WHERE user_id IS NOT NULL;
      CREATE INDEX events_administrator ON events (actor_id) WHERE actor = 'administrator';
      CREATE INDEX events_unsealed ON events (id) WHERE number IS NULL;
      CREATE UNIQUE INDEX events_number ON events (number) WHERE number IS NOT NULL;

      -- The ends of the chain of sealed events.
      CREATE TABLE event_chain (
        place TEXT NOT NULL PRIMARY KEY CHECK (place IN ('start', 'end')),
        number INTEGER NOT NULL,
        seal BLOB NOT NULL,
        code BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;

      -- How many events of a type happened in an hour since 1970. The process that seals an event counts it.
      CREATE TABLE event_counts (
        hour INTEGER NOT NULL,
        type TEXT NOT NULL,
        detail TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (hour, type, detail)
      ) STRICT, WITHOUT ROWID;

      -- Acts on the command line are events too.
      DROP TABLE operator_events;
      """)
}

extension Migration {
  /// The webhooks, and the events that are sent to them.
  static let webhooks = Migration(
    number: 9, name: "webhooks",
    sql: """
      CREATE TABLE webhooks (
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        url TEXT NOT NULL,
        -- Names of types, and beginnings of names with their dot, with a space between two; nothing for all types.
        types TEXT NOT NULL,
        application_id TEXT,
        description TEXT NOT NULL,
        includes_client INTEGER NOT NULL CHECK (includes_client IN (0, 1)),
        is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
        -- Both sealed. The one before is valid until its time.
        secret BLOB NOT NULL,
        previous_secret BLOB,
        previous_secret_ends_at INTEGER CHECK ((previous_secret_ends_at IS NULL) = (previous_secret IS NULL)),
        created_by TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        -- The first failure since the last success.
        failing_since INTEGER
      ) STRICT, WITHOUT ROWID;

      -- An event for a webhook. The content is that of the event.
      CREATE TABLE webhook_deliveries (
        webhook_id BLOB NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
        event_id BLOB NOT NULL CHECK (length(event_id) = 16),
        -- The place in the chain of events, which is the order for each user.
        number INTEGER NOT NULL,
        type TEXT NOT NULL,
        user_id BLOB,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
        attempts INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        -- While a process sends the event, the end of its lease.
        next_attempt_at INTEGER NOT NULL,
        claim BLOB,
        -- Of the last attempt: the status of the answer, a code, and the start of the answer.
        status INTEGER,
        outcome_code TEXT,
        outcome_detail TEXT,
        ended_at INTEGER CHECK ((ended_at IS NULL) = (state = 'waiting')),
        PRIMARY KEY (webhook_id, event_id)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'waiting';
      CREATE INDEX webhook_deliveries_user ON webhook_deliveries (webhook_id, user_id, number)
        WHERE state = 'waiting' AND user_id IS NOT NULL;
      CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (webhook_id, event_id) WHERE state = 'failed';
      CREATE INDEX webhook_deliveries_over ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
      """)
}

extension Migration {
  /// The settings of the server, and the changes of all settings.
  static let settings = Migration(
    number: 10, name: "settings",
    sql: """
      -- One row, after the first change: the settings of the server that replace default values, without secrets, and the
      -- sealed secrets.
      CREATE TABLE settings (
        id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
        revision INTEGER NOT NULL,
        content TEXT NOT NULL,
        secrets BLOB NOT NULL
      ) STRICT;

      -- The changes of the settings of the server and of applications. The content is sealed: the values before and after.
      CREATE TABLE settings_changes (
        -- Ordered by time.
        id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
        changed_at INTEGER NOT NULL,
        application_id TEXT,
        actor TEXT NOT NULL,
        actor_id TEXT,
        changed_keys TEXT NOT NULL,
        content BLOB NOT NULL
      ) STRICT, WITHOUT ROWID;
      """)
}

extension Migration {
  /// The sign-ins to clients that get logout tokens.
  static let clientLogins = Migration(
    number: 11, name: "client logins",
    sql: """
      -- The sign-ins to clients that want to know when they end. A logout token is sent to the client then.
      CREATE TABLE client_logins (
        -- The session on the page, which may be gone. `sid` of the ID token names it.
        page_session BLOB NOT NULL CHECK (length(page_session) = 16),
        application_id TEXT NOT NULL,
        -- The client's newest session, which may be gone.
        session_id BLOB NOT NULL CHECK (length(session_id) = 16),
        -- The user may be deleted before the token is sent.
        user_id BLOB NOT NULL CHECK (length(user_id) = 16),
        expires_at INTEGER NOT NULL,
        -- After the end. While a process sends the token, the end of its lease.
        next_attempt_at INTEGER,
        claim BLOB,
        attempts INTEGER NOT NULL,
        PRIMARY KEY (page_session, application_id)
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX client_logins_session ON client_logins (session_id);
      CREATE INDEX client_logins_user ON client_logins (user_id);
      CREATE INDEX client_logins_due ON client_logins (application_id, next_attempt_at);
      CREATE INDEX client_logins_over ON client_logins (expires_at);
      """)
}
