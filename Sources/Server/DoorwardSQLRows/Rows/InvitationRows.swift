package import DoorwardStore

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func invitation(of address: IdentityKey, to applicationID: String) throws -> Invitation? {
    try first(
      """
      SELECT id, application_id, kind, identifier, inviter, created_at, expires_at, accepted_at
      FROM invitations WHERE application_id = ?1 AND kind = ?2 AND identifier = ?3
      """, [.text(applicationID), .text(address.kind.rawValue), .text(address.identifier)]
    ) { row in try Invitation(row) }
  }

  package func invitations(of address: IdentityKey) throws -> [Invitation] {
    try all(
      """
      SELECT id, application_id, kind, identifier, inviter, created_at, expires_at, accepted_at
      FROM invitations WHERE kind = ?1 AND identifier = ?2 ORDER BY application_id
      """, [.text(address.kind.rawValue), .text(address.identifier)]
    ) { row in try Invitation(row) }
  }

  package func invitations(
    to applicationID: String, after position: ListPosition<Invitation>?, limit: Int
  ) throws -> [Invitation] {
    try all(
      """
      SELECT id, application_id, kind, identifier, inviter, created_at, expires_at, accepted_at
      FROM invitations WHERE application_id = ?1 AND (created_at, id) < (?2, ?3)
      ORDER BY created_at DESC, id DESC LIMIT ?4
      """,
      [
        .text(applicationID), .integer(try StoredTime.milliseconds(position?.moment) ?? .max),
        .blob(position?.id.bytes ?? []), .integer(Int64(limit)),
      ]
    ) { row in try Invitation(row) }
  }
}

extension SQLWriting {
  package func put(_ invitation: Invitation) throws {
    try apply(
      "DELETE FROM invitations WHERE application_id = ?1 AND kind = ?2 AND identifier = ?3",
      [
        .text(invitation.applicationID), .text(invitation.address.kind.rawValue),
        .text(invitation.address.identifier),
      ])
    try insert(
      """
      INSERT INTO invitations (id, application_id, kind, identifier, inviter, created_at, expires_at, accepted_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .blob(invitation.id.bytes), .text(invitation.applicationID),
        .text(invitation.address.kind.rawValue), .text(invitation.address.identifier),
        .text(invitation.inviter), .integer(try StoredTime.milliseconds(invitation.createdAt)),
        .integer(try StoredTime.milliseconds(invitation.expiresAt)),
        SQLValue(try StoredTime.milliseconds(invitation.acceptedAt)),
      ])
  }

  package func accept(_ invitation: Invitation.ID, at instant: Date) throws {
    try change(
      "invitation", "UPDATE invitations SET accepted_at = ?2 WHERE id = ?1",
      values: [.blob(invitation.bytes), .integer(try StoredTime.milliseconds(instant))])
  }

  package func deleteInvitation(_ id: Invitation.ID, to applicationID: String) throws -> Bool {
    try changesRow(
      "DELETE FROM invitations WHERE id = ?1 AND application_id = ?2",
      [.blob(id.bytes), .text(applicationID)])
  }
}

extension Invitation {
  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      id: try row.identifier(0), applicationID: try row.text(1),
      address: IdentityKey(
        kind: IdentityKey.Kind(rawValue: try row.text(2)), identifier: try row.text(3)),
      inviter: try row.text(4), createdAt: StoredTime.moment(try row.integer(5)),
      expiresAt: StoredTime.moment(try row.integer(6)),
      acceptedAt: StoredTime.moment(try row.optionalInteger(7)))
  }
}
