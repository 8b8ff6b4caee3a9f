import DoorwardSQLite

extension SQLiteReading {
  /// The expressions are those of the unique index `identities_key`.
  func identity(_ key: IdentityKey) throws -> Identity? {
    // No identity has a chain the database cannot hold.
    guard let chain = try? key.storedChain() else { return nil }
    return try first(
      """
      SELECT id, user_id, kind, identifier, chain_id, network, client_type, connector_type,
        verified_at, last_used_at
      FROM identities
      WHERE kind = ?1 AND identifier = ?2 AND coalesce(chain_id, -1) = coalesce(?3, -1)
        AND coalesce(network, '') = coalesce(?4, '')
      """,
      [.text(key.kind.rawValue), .text(key.identifier), chain, SQLiteValue(key.network)]
    ) { row in try Identity(row) }
  }

  func identity(_ id: Identity.ID) throws -> Identity? {
    try first(
      """
      SELECT id, user_id, kind, identifier, chain_id, network, client_type, connector_type,
        verified_at, last_used_at
      FROM identities WHERE id = ?1
      """, [.blob(id.bytes)]
    ) { row in try Identity(row) }
  }

  func identities(of user: User.ID) throws -> [Identity] {
    try all(
      """
      SELECT id, user_id, kind, identifier, chain_id, network, client_type, connector_type,
        verified_at, last_used_at
      FROM identities WHERE user_id = ?1 ORDER BY verified_at, rowid
      """, [.blob(user.bytes)]
    ) { row in try Identity(row) }
  }

  func identities(
    of user: User.ID, after position: ListPosition<Identity>?, limit: Int
  ) throws -> [Identity] {
    try all(
      """
      SELECT id, user_id, kind, identifier, chain_id, network, client_type, connector_type,
        verified_at, last_used_at
      FROM identities WHERE user_id = ?1 AND (?2 IS NULL OR (verified_at, id) < (?2, ?3))
      ORDER BY verified_at DESC, id DESC LIMIT ?4
      """,
      [
        .blob(user.bytes), SQLiteValue(try StoredTime.milliseconds(position?.moment)),
        SQLiteValue(position?.id.bytes), .integer(Int64(limit)),
      ]
    ) { row in try Identity(row) }
  }
}

extension SQLiteTransaction {
  func insert(_ identity: Identity) throws {
    try run(
      """
      INSERT INTO identities (id, user_id, kind, identifier, chain_id, network, client_type,
        connector_type, verified_at, last_used_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """,
      [
        .blob(identity.id.bytes), .blob(identity.userID.bytes),
        .text(identity.key.kind.rawValue), .text(identity.key.identifier),
        try identity.key.storedChain(), SQLiteValue(identity.key.network),
        SQLiteValue(identity.wallet.clientType), SQLiteValue(identity.wallet.connectorType),
        .integer(try StoredTime.milliseconds(identity.verifiedAt)),
        SQLiteValue(try StoredTime.milliseconds(identity.lastUsedAt)),
      ])
  }

  func update(_ identity: Identity) throws {
    try change(
      "identity",
      "UPDATE identities SET client_type = ?2, connector_type = ?3, last_used_at = ?4 WHERE id = ?1",
      [
        .blob(identity.id.bytes), SQLiteValue(identity.wallet.clientType),
        SQLiteValue(identity.wallet.connectorType),
        SQLiteValue(try StoredTime.milliseconds(identity.lastUsedAt)),
      ])
  }

  func deleteIdentity(_ id: Identity.ID) throws {
    try run("DELETE FROM identities WHERE id = ?1", [.blob(id.bytes)])
  }
}

extension IdentityKey {
  /// EIP-2294 bounds a chain id at 2^63 - 37, so a signed integer holds every one.
  fileprivate func storedChain() throws -> SQLiteValue {
    guard let chainID else { return .null }
    guard let chain = Int64(exactly: chainID) else {
      throw StoreError(.malformed, "a chain id is above the bound of EIP-2294")
    }
    return .integer(chain)
  }
}

extension Identity {
  fileprivate init(_ row: borrowing SQLiteRow) throws {
    var chain: UInt64?
    if let stored = try row.optionalInteger(4) {
      guard let id = UInt64(exactly: stored) else {
        throw StoreError(.malformed, "a chain id in the database is negative")
      }
      chain = id
    }
    self.init(
      id: try row.identifier(0), userID: try row.identifier(1),
      key: IdentityKey(
        kind: IdentityKey.Kind(rawValue: try row.text(2)), identifier: try row.text(3),
        chainID: chain, network: try row.optionalText(5)),
      wallet: WalletMetadata(
        clientType: try row.optionalText(6), connectorType: try row.optionalText(7)),
      verifiedAt: StoredTime.moment(try row.integer(8)),
      lastUsedAt: StoredTime.moment(try row.optionalInteger(9)))
  }
}
