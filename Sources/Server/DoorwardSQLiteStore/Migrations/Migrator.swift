import DoorwardSQLRows
import DoorwardSQLite
import DoorwardStore

/// Updates a database to the schema of this server, or refuses it with the reason.
///
/// Each step is one transaction that also records the step, so a crash never leaves a partial step. The record is
/// read again with the write lock before each step, so that only one of two servers that start at once applies it.
struct Migrator {
  /// "Door" in the header of the file identifies a Doorward database (https://sqlite.org/fileformat.html §1.3.15).
  static let applicationID: Int64 = 0x446f_6f72

  let connection: SQLiteConnection
  let migrations: [Migration]

  /// Applies the missing steps.
  ///
  /// - Throws: ``StoreError/Code/malformed`` if the database belongs to another program or a newer server, or if its
  ///   recorded steps differ from the steps of this server. Then nothing is written.
  func migrate() throws {
    _ = try pending()
    try connection.useWriteAheadLog()
    while let migration = try pending().first {
      try connection.run("BEGIN IMMEDIATE")
      do {
        if try pending().first?.number == migration.number { try apply(migration) }
        try connection.run("COMMIT")
      } catch {
        if connection.isInTransaction { try connection.run("ROLLBACK") }
        throw error
      }
    }
  }

  /// Refuses a database that this server cannot use without a migration.
  func require() throws { try recorded().requireAll(of: migrations) }

  /// The number of steps that the database has, and the number that this server knows.
  ///
  /// - Throws: as ``migrate()``.
  func state() throws -> SchemaState { try recorded().state(of: migrations) }

  /// The steps that are not yet applied, lowest first.
  private func pending() throws -> [Migration] { try recorded().missing(of: migrations) }

  private func recorded() throws -> AppliedMigrations {
    guard !connection.isInTransaction else { return try readRecord() }
    // Both queries use one snapshot, because another server may be applying a step.
    return try connection.readTransaction { try readRecord() }
  }

  private func readRecord() throws -> AppliedMigrations {
    let mark = try connection.first("PRAGMA application_id") { row in try row.integer(0) }
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { row in try row.integer(0) }
    if mark == 0, tables == 0 { return AppliedMigrations([]) }
    guard mark == Self.applicationID else {
      throw StoreError(.malformed, "the file is a database, but not Doorward's: choose another path")
    }
    return AppliedMigrations(
      try connection.all("SELECT number, checksum FROM migrations") { row in
        (number: try row.integer(0), checksum: try row.blob(1))
      })
  }

  private func apply(_ migration: Migration) throws {
    try connection.script("PRAGMA application_id = 0x446f6f72")
    try connection.script(
      """
      CREATE TABLE IF NOT EXISTS migrations (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        checksum BLOB NOT NULL,
        applied_at INTEGER NOT NULL
      ) STRICT
      """)
    try connection.script(migration.sql)
    try connection.run(
      """
      INSERT INTO migrations (number, name, checksum, applied_at)
      VALUES (?1, ?2, ?3, CAST(strftime('%s', 'now') AS INTEGER) * 1000)
      """, [.integer(migration.number), .text(migration.name), .blob(migration.checksum)])
  }
}
