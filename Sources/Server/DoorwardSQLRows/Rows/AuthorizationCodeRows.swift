package import DoorwardStore

/// The query that can be prefetched. It is one literal, by which its result is found.
enum AuthorizationCodeStatement {
  static let one: StaticString = """
    SELECT hash, application_id, redirect_uri, challenge, nonce, scope, page_session, expires_at, used_at,
      opened_session, shown_scope
    FROM authorization_codes WHERE hash = ?1
    """
}

extension SQLWriting {
  /// The transaction is serializable, so no other one can change this code in the meantime.
  package func lockedAuthorizationCode(hash: [UInt8]) throws -> AuthorizationCode? {
    try first(AuthorizationCodeStatement.one, [.blob(hash)]) { row in try AuthorizationCode(row) }
  }

  package func insert(_ code: AuthorizationCode) throws {
    try insert(
      """
      INSERT INTO authorization_codes (hash, used_at, opened_session, application_id, redirect_uri, challenge,
        nonce, scope, page_session, expires_at, shown_scope)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """,
      try code.storedChanges() + [
        .text(code.applicationID), .text(code.redirectURI), .blob(code.challenge ?? []), SQLValue(code.nonce),
        .text(code.scopes.text), .blob(code.pageSession.bytes),
        .integer(try StoredTime.milliseconds(code.expiresAt)), .text(code.shown.text),
      ])
  }

  /// A use is permanent: a later update cannot make a code valid again.
  package func update(_ code: AuthorizationCode) throws {
    try change(
      "authorization code",
      """
      UPDATE authorization_codes SET used_at = coalesce(used_at, ?2),
        opened_session = coalesce(opened_session, ?3)
      WHERE hash = ?1
      """, values: try code.storedChanges())
  }
}

extension AuthorizationCode {
  /// The hash and the columns that an update changes, in the order of the statements above.
  fileprivate func storedChanges() throws -> [SQLValue] {
    [
      .blob(hash), SQLValue(try StoredTime.milliseconds(usedAt)), SQLValue(openedSession?.bytes),
    ]
  }

  fileprivate init(_ row: borrowing SQLRow) throws {
    let challenge = try row.blob(3)
    self.init(
      hash: try row.blob(0), applicationID: try row.text(1), redirectURI: try row.text(2),
      challenge: challenge.isEmpty ? nil : challenge, nonce: try row.optionalText(4),
      scopes: Scopes(try row.text(5)), shown: Scopes(try row.text(10)),
      pageSession: try row.identifier(6), expiresAt: StoredTime.moment(try row.integer(7)),
      usedAt: StoredTime.moment(try row.optionalInteger(8)), openedSession: try row.optionalIdentifier(9))
  }
}
