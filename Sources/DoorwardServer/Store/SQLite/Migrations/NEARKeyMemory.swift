extension Migration {
  /// The access keys that have proven each NEAR identity (``ProvenNEARKey``).
  ///
  /// What came before kept them with sessions alone, so those are what an older database can remember;
  /// at which block the chain had them is not known.
  static let nearKeyMemory = Migration(
    number: 2, name: "NEAR key memory",
    sql: """
      CREATE TABLE near_keys (
        identity_id BLOB NOT NULL REFERENCES identities (id) ON DELETE CASCADE,
        public_key TEXT NOT NULL,
        seen_height INTEGER CHECK (seen_height >= 0),
        proven_at INTEGER NOT NULL,
        PRIMARY KEY (identity_id, public_key)
      ) STRICT, WITHOUT ROWID;

      INSERT INTO near_keys (identity_id, public_key, seen_height, proven_at)
      SELECT identities.id, sessions.near_public_key, NULL, max(sessions.near_confirmed_at)
      FROM sessions JOIN identities
        ON identities.user_id = sessions.user_id AND identities.kind = 'near'
        AND identities.identifier = sessions.near_account_id
        AND identities.network = sessions.near_network
      WHERE sessions.near_public_key IS NOT NULL
      GROUP BY identities.id, sessions.near_public_key;
      """)
}
