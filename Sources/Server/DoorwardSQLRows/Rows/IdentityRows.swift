package import DoorwardStore

/// The queries that can be prefetched. Each is one literal, by which its result is found.
enum IdentityStatement {
  static let one: StaticString = """
    SELECT id, user_id, kind, identifier, realm, attributes, evidence, verified_at, last_used_at, is_vouched
    FROM identities WHERE kind = ?1 AND identifier = ?2 AND realm = ?3
    """

  static let ofUserWithKey: StaticString = """
    SELECT id, user_id, kind, identifier, realm, attributes, evidence, verified_at, last_used_at, is_vouched
    FROM identities
    WHERE user_id = (SELECT user_id FROM identities WHERE kind = ?1 AND identifier = ?2 AND realm = ?3)
    ORDER BY verified_at, number
    """

  static let ofChosenUsers: StaticString = """
    WITH RECURSIVE chosen (place, id) AS (
      SELECT 1, substr(?1, 1, 16)
      UNION ALL SELECT place + 1, substr(?1, place * 16 + 1, 16) FROM chosen WHERE place < ?2)
    SELECT identities.id, user_id, kind, identifier, realm, attributes, evidence, verified_at, last_used_at, is_vouched
    FROM chosen JOIN identities ON user_id = chosen.id ORDER BY place, verified_at, number
    """

  static let ofUser: StaticString = """
    SELECT id, user_id, kind, identifier, realm, attributes, evidence, verified_at, last_used_at, is_vouched
    FROM identities WHERE user_id = ?1 ORDER BY verified_at, number
    """
}

extension SQLReading {
  package func identity(_ key: IdentityKey) throws -> Identity? {
    try first(IdentityStatement.one, key.values) { row in try Identity(row) }
  }

  package func identity(_ id: Identity.ID) throws -> Identity? {
    try first(
      """
      SELECT id, user_id, kind, identifier, realm, attributes, evidence, verified_at, last_used_at, is_vouched
      FROM identities WHERE id = ?1
      """, [.blob(id.bytes)]
    ) { row in try Identity(row) }
  }

  func identities(_ chosen: ChosenUsers) throws -> [Identity] {
    try all(IdentityStatement.ofChosenUsers, chosen.values) { row in try Identity(row) }
  }

  package func identities(of user: User.ID) throws -> [Identity] {
    try all(
      IdentityStatement.ofUser, [.blob(user.bytes)]
    ) { row in try Identity(row) }
  }

  package func identities(ofUserWith key: IdentityKey) throws -> [Identity] {
    try all(IdentityStatement.ofUserWithKey, key.values) { row in try Identity(row) }
  }

  package func identities(
    of user: User.ID, after position: ListPosition<Identity>?, limit: Int
  ) throws -> [Identity] {
    try all(
      """
      SELECT id, user_id, kind, identifier, realm, attributes, evidence, verified_at, last_used_at, is_vouched
      FROM identities WHERE user_id = ?1 AND (verified_at, id) < (?2, ?3)
      ORDER BY verified_at DESC, id DESC LIMIT ?4
      """,
      [
        .blob(user.bytes), .integer(try StoredTime.milliseconds(position?.moment) ?? .max),
        .blob(position?.id.bytes ?? []), .integer(Int64(limit)),
      ]
    ) { row in try Identity(row) }
  }
}

extension SQLWriting {
  package func insert(_ identity: Identity) throws {
    try collideWithSignInsIfPresent(of: identity.userID)
    try insert(
      """
      INSERT INTO identities (id, attributes, evidence, last_used_at, user_id, kind, identifier, realm, verified_at,
        is_vouched)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """,
      try identity.storedChanges() + [
        .blob(identity.userID.bytes), .text(identity.key.kind.rawValue), .text(identity.key.identifier),
        .text(identity.key.realm ?? ""), .integer(try StoredTime.milliseconds(identity.verifiedAt)),
        .integer(identity.isVouched ? 1 : 0),
      ])
  }

  package func update(_ identity: Identity) throws {
    try collideWithSignIns(of: identity.userID)
    try noteUse(identity)
  }

  package func noteUse(_ identity: Identity) throws {
    try change(
      "identity",
      "UPDATE identities SET attributes = ?2, evidence = ?3, last_used_at = ?4 WHERE id = ?1",
      values: try identity.storedChanges())
  }

  package func confirm(_ identity: Identity) throws {
    try collideWithSignIns(of: identity.userID)
    try change(
      "identity", "UPDATE identities SET verified_at = ?2, is_vouched = ?3 WHERE id = ?1",
      values: [
        .blob(identity.id.bytes), .integer(try StoredTime.milliseconds(identity.verifiedAt)),
        .integer(identity.isVouched ? 1 : 0),
      ])
  }

  package func deleteIdentity(_ id: Identity.ID) throws {
    if let identity = try identity(id) {
      try collideWithSignIns(of: identity.userID)
      try keepBanned([identity])
    }
    // An accepted invitation belongs to the user, and its address may get another owner.
    try apply(
      """
      DELETE FROM invitations WHERE accepted_at IS NOT NULL
        AND (kind, identifier) IN (SELECT kind, identifier FROM identities WHERE id = ?1)
      """, [.blob(id.bytes)])
    try apply("DELETE FROM identities WHERE id = ?1", [.blob(id.bytes)])
  }
}

extension Identity {
  /// The identifier and the columns that an update changes, in the order of the statements above.
  fileprivate func storedChanges() throws -> [SQLValue] {
    [
      .blob(id.bytes), .text(StoredJSON.text(attributes)), .text(StoredJSON.text(evidence)),
      SQLValue(try StoredTime.milliseconds(lastUsedAt)),
    ]
  }

  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      id: try row.identifier(0), userID: try row.identifier(1),
      key: IdentityKey(
        kind: IdentityKey.Kind(rawValue: try row.text(2)), identifier: try row.text(3),
        realm: try row.text(4)),
      attributes: try StoredJSON.object(try row.text(5)), evidence: try StoredJSON.object(try row.text(6)),
      verifiedAt: StoredTime.moment(try row.integer(7)),
      lastUsedAt: StoredTime.moment(try row.optionalInteger(8)), isVouched: try row.integer(9) != 0)
  }
}
