package import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension SQLReading {
  package func settings() throws -> SettingsRecord {
    try first("SELECT revision, content, secrets FROM settings", []) { row in
      SettingsRecord(
        revision: try row.integer(0), values: try StoredJSON.object(try row.text(1)),
        secrets: try row.blob(2))
    } ?? SettingsRecord(revision: 0, values: [:], secrets: [])
  }

  package func settingsChange(_ id: SettingsChange.ID) throws -> SettingsChange? {
    try first(
      """
      SELECT id, changed_at, application_id, actor, actor_id, changed_keys, content FROM settings_changes
      WHERE id = ?1
      """, [.blob(id.bytes)]
    ) { row in try SettingsChange(row) }
  }

  package func settingsChanges(before id: SettingsChange.ID?, limit: Int) throws -> [SettingsChange] {
    try all(
      """
      SELECT id, changed_at, application_id, actor, actor_id, changed_keys, content FROM settings_changes
      WHERE id < ?1 ORDER BY id DESC LIMIT ?2
      """,
      [.blob(id?.bytes ?? [UInt8](repeating: 0xff, count: 17)), .integer(Int64(limit))]
    ) { row in try SettingsChange(row) }
  }
}

extension SQLWriting {
  package func put(_ settings: SettingsRecord) throws {
    try apply(
      """
      INSERT INTO settings (id, revision, content, secrets) VALUES (1, ?1, ?2, ?3)
      ON CONFLICT (id) DO UPDATE
      SET revision = excluded.revision, content = excluded.content, secrets = excluded.secrets
      """,
      [.integer(settings.revision), .text(StoredJSON.text(settings.values)), .blob(settings.secrets)])
    announceChange()
  }

  package func insert(_ change: SettingsChange) throws {
    try insert(
      """
      INSERT INTO settings_changes (id, changed_at, application_id, actor, actor_id, changed_keys, content)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .blob(change.id.bytes), .integer(try StoredTime.milliseconds(change.at)),
        SQLValue(change.application), .text(change.actor), SQLValue(change.actorID),
        .text(StoredJSON.text(change.keys)), .blob(change.content),
      ])
  }

  package func purgeSettingsChanges(before instant: Date, limit: Int) throws -> Int {
    try run(
      """
      DELETE FROM settings_changes WHERE id IN (
        SELECT id FROM settings_changes WHERE changed_at < ?1 ORDER BY id LIMIT ?2
      )
      """, [.integer(try StoredTime.milliseconds(instant)), .integer(Int64(limit))])
  }
}

extension SettingsChange {
  fileprivate init(_ row: borrowing SQLRow) throws {
    self.init(
      id: try row.identifier(0), at: StoredTime.moment(try row.integer(1)),
      application: try row.optionalText(2), actor: try row.text(3), actorID: try row.optionalText(4),
      keys: try StoredJSON.parse(try row.text(5)).array?.compactMap(\.string) ?? [], content: try row.blob(6))
  }
}
