package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func applications() throws -> [ApplicationRecord] {
    try all(
      """
      SELECT id, settings, source, position FROM applications
      ORDER BY source = 'configuration' DESC, position, id
      """, []
    ) { row in
      ApplicationRecord(
        id: try row.text(0), settings: try StoredJSON.object(try row.text(1)), source: try row.choice(2),
        position: try row.integer(3))
    }
  }

  package func applicationRevision() throws -> Int64 {
    try first("SELECT revision FROM application_revision", []) { row in try row.integer(0) } ?? 0
  }
}

extension SQLWriting {
  package func put(_ application: ApplicationRecord) throws {
    try apply(
      """
      INSERT INTO applications (id, settings, source, position) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (id, source) DO UPDATE
      SET settings = excluded.settings, position = excluded.position
      """,
      [
        .text(application.id), .text(StoredJSON.text(application.settings)),
        .text(application.source.rawValue), .integer(application.position),
      ])
    try noteApplicationChange()
  }

  package func removeApplication(_ id: String, source: ApplicationRecord.Source) throws {
    try apply("DELETE FROM applications WHERE id = ?1 AND source = ?2", [.text(id), .text(source.rawValue)])
    try noteApplicationChange()
  }

  package func endApplication(_ id: String, at instant: Date) throws {
    // A sign-in to the application that has read its grant must not end with a session.
    try apply(
      """
      UPDATE users SET changes = changes + 1 WHERE id IN (SELECT user_id FROM application_grants WHERE application_id = ?1)
      """, [.text(id)])
    try apply(
      """
      UPDATE sessions SET ended_at = ?2, end_reason = ?3, over_at = ?2
      WHERE application_id = ?1 AND carrier = ?4 AND expires_at > ?2 AND ended_at IS NULL
      """,
      [
        .text(id), .integer(try StoredTime.milliseconds(instant)),
        .text(SessionEnding.Reason.applicationRemoved.rawValue), .text(Session.Carrier.tokens.rawValue),
      ])
    try apply("DELETE FROM client_logins WHERE application_id = ?1", [.text(id)])
    try apply("DELETE FROM authorization_codes WHERE application_id = ?1", [.text(id)])
    try apply("DELETE FROM device_authorizations WHERE application_id = ?1", [.text(id)])
    try apply("DELETE FROM invitations WHERE application_id = ?1", [.text(id)])
    try apply("DELETE FROM api_keys WHERE application_id = ?1", [.text(id)])
    try apply("DELETE FROM application_grants WHERE application_id = ?1", [.text(id)])
    try moveBans(of: id)
    announceChange()
  }

  private func noteApplicationChange() throws {
    try apply("UPDATE application_revision SET revision = revision + 1", [])
    announceChange()
  }
}
