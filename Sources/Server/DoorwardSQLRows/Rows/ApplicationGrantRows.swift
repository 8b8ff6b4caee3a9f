package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The queries that can be prefetched. Each is one literal, by which its result is found.
enum GrantStatement {
  static let ofChosenUsers: StaticString = """
    WITH RECURSIVE chosen (place, id) AS (
      SELECT 1, substr(?1, 1, 16)
      UNION ALL SELECT place + 1, substr(?1, place * 16 + 1, 16) FROM chosen WHERE place < ?2)
    SELECT application_id, scope, shown_scope, app_metadata, roles, user_id
    FROM chosen JOIN application_grants ON user_id = chosen.id WHERE application_id = ?3
    """

  static let one: StaticString = """
    SELECT application_id, scope, shown_scope, app_metadata, roles FROM application_grants
    WHERE user_id = ?1 AND application_id = ?2
    """
}

extension SQLReading {
  func grants(_ chosen: ChosenUsers, to applicationID: String) throws -> [User.ID: ApplicationGrant] {
    let grants = try all(GrantStatement.ofChosenUsers, chosen.values + [.text(applicationID)]) { row in
      (try row.identifier(5, of: User.self), try ApplicationGrant(row))
    }
    return Dictionary(grants) { first, _ in first }
  }

  package func grant(of user: User.ID, to applicationID: String) throws -> ApplicationGrant? {
    try first(
      GrantStatement.one, [.blob(user.bytes), .text(applicationID)]
    ) { row in try ApplicationGrant(row) }
  }

  package func grants(of user: User.ID) throws -> [ApplicationGrant] {
    try all(
      """
      SELECT application_id, scope, shown_scope, app_metadata, roles FROM application_grants
      WHERE user_id = ?1 ORDER BY application_id
      """, [.blob(user.bytes)]
    ) { row in try ApplicationGrant(row) }
  }
}

extension SQLWriting {
  @discardableResult
  package func grant(
    _ scopes: Scopes, shown: Scopes, of user: User.ID, to applicationID: String
  ) throws -> ApplicationGrant {
    guard let known = try grant(of: user, to: applicationID) else {
      try insert(
        """
        INSERT INTO application_grants (user_id, application_id, scope, app_metadata, signed_in_at, shown_scope)
        VALUES (?1, ?2, ?3, '{}', coalesce((SELECT last_sign_in_at FROM users WHERE id = ?1), 0), ?4)
        """, [.blob(user.bytes), .text(applicationID), .text(scopes.text), .text(shown.text)])
      return ApplicationGrant(applicationID: applicationID, scopes: scopes, shown: shown)
    }
    let all = ApplicationGrant(
      applicationID: applicationID, scopes: known.scopes.union(scopes), shown: known.shown.union(shown),
      appMetadata: known.appMetadata, roles: known.roles)
    // Most sign-ins grant nothing new.
    guard all != known else { return known }
    try change(
      "grant",
      "UPDATE application_grants SET scope = ?3, shown_scope = ?4 WHERE user_id = ?1 AND application_id = ?2",
      values: [.blob(user.bytes), .text(applicationID), .text(all.scopes.text), .text(all.shown.text)])
    return all
  }

  package func update(_ grant: ApplicationGrant, of user: User.ID) throws {
    try collideWithSignIns(of: user)
    try change(
      "grant", "UPDATE application_grants SET app_metadata = ?3 WHERE user_id = ?1 AND application_id = ?2",
      values: [.blob(user.bytes), .text(grant.applicationID), .text(StoredJSON.text(grant.appMetadata))])
  }

  package func setRoles(_ roles: [String], of user: User.ID, to applicationID: String) throws {
    try collideWithSignIns(of: user)
    try change(
      "grant", "UPDATE application_grants SET roles = ?3 WHERE user_id = ?1 AND application_id = ?2",
      values: [.blob(user.bytes), .text(applicationID), .text(roles.joined(separator: " "))])
  }

  package func suspendGrants(of user: User.ID, except applicationID: String?) throws {
    try collideWithSignIns(of: user)
    try apply(
      "UPDATE application_grants SET scope = '' WHERE user_id = ?1 AND application_id <> ?2",
      [.blob(user.bytes), .text(applicationID ?? "")])
    try apply(
      "UPDATE application_grants SET roles = '', shown_scope = '' WHERE user_id = ?1", [.blob(user.bytes)])
  }

  package func withdrawGrant(
    of user: User.ID, to applicationID: String, at instant: Date
  ) throws -> Bool {
    // A sign-in to the application that runs now would open a session that has no grant. It changes the user before the
    // grant too, so that the two cannot wait for each other.
    try collideWithSignIns(of: user)
    let values: [SQLValue] = [
      .blob(user.bytes), .text(applicationID), .integer(try StoredTime.milliseconds(instant)),
    ]
    let removed = try run(
      "DELETE FROM application_grants WHERE user_id = ?1 AND application_id = ?2", Array(values.prefix(2)))
    guard removed > 0 else { return false }
    try apply(
      """
      UPDATE sessions SET ended_at = ?3, end_reason = ?5, over_at = ?3
      WHERE user_id = ?1 AND application_id = ?2 AND carrier = ?4 AND expires_at > ?3 AND ended_at IS NULL
      """,
      values + [
        .text(Session.Carrier.tokens.rawValue), .text(SessionEnding.Reason.grantWithdrawn.rawValue),
      ])
    try endLogins(of: user, to: applicationID, at: instant)
    try apply(
      """
      UPDATE authorization_codes SET used_at = ?3
      WHERE application_id = ?2 AND used_at IS NULL
        AND page_session IN (SELECT id FROM sessions WHERE user_id = ?1)
      """, values)
    try apply(
      """
      UPDATE device_authorizations SET decision = 'denied'
      WHERE application_id = ?2 AND decision = 'approved' AND used_at IS NULL
        AND page_session IN (SELECT id FROM sessions WHERE user_id = ?1)
      """, Array(values.prefix(2)))
    return true
  }
}

extension ApplicationGrant {
  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      applicationID: try row.text(0), scopes: Scopes(try row.text(1)),
      shown: Scopes(try row.text(2)), appMetadata: try StoredJSON.object(try row.text(3)),
      roles: try row.text(4).split(separator: " ").map(String.init))
  }
}
