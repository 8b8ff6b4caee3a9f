import DoorwardPostgreSQL
import DoorwardSQLRows
import DoorwardStore

/// Updates a database to the schema of this server, or refuses it with the reason.
///
/// All missing steps are one transaction, so a crash leaves none of them. A lock makes servers that start at once wait for
/// each other, and the record is read again with the lock.
struct PostgreSQLMigrator {
  /// "Door" and "ward": the key of the advisory lock.
  private static let lockKey: Int64 = 0x446f_6f72_7761_7264

  let connection: PostgreSQLConnection
  let migrations: [Migration]

  /// Applies the missing steps.
  ///
  /// - Parameter isDryRun: whether to roll back at the end, so that nothing changes.
  /// - Returns: the steps that were applied.
  /// - Throws: ``StoreError/Code/malformed`` if the database belongs to another program or a newer server, if its
  ///   recorded steps differ from the steps of this server, or if its encoding is not UTF-8. Then nothing is written.
  @discardableResult
  func migrate(isDryRun: Bool = false) throws -> [Migration] {
    try requireUTF8()
    guard try !recorded().missing(of: migrations).isEmpty else { return [] }
    let patience = connection.answerTimeout
    defer { connection.answerTimeout = patience }
    do {
      try begin()
      let missing = try readRecord().missing(of: migrations)
      for migration in missing { try apply(migration) }
      if isDryRun { try connection.run("ROLLBACK") } else { try connection.run("COMMIT") }
      return missing
    } catch {
      if connection.isUsable { _ = try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Makes the tables in a transaction that the caller ends. The connection then waits for each answer as long as needed.
  ///
  /// - Throws: ``StoreError/Code/conflict`` if the database has the tables of a server, ``StoreError/Code/malformed`` if it has
  ///   other tables or another encoding than UTF-8.
  func makeTables() throws {
    try requireUTF8()
    try begin()
    guard try readRecord().isEmpty else {
      throw StoreError(
        .conflict, "\(connection.settings) has the tables of a server already: choose an empty database")
    }
    for migration in migrations { try apply(migration) }
  }

  /// In another encoding, the database would refuse the texts with characters that the encoding lacks.
  private func requireUTF8() throws {
    let row = try connection.run("SELECT current_setting('server_encoding')").first
    let encoding = try row?.text(0) ?? "unknown"
    guard encoding == "UTF8" else {
      throw StoreError(
        .malformed,
        "the encoding of the database is \(encoding): create the database with ENCODING 'UTF8' TEMPLATE template0"
      )
    }
  }

  /// Begins a transaction without limits of time, because a step can take long on a large database. Other servers and copies
  /// that would make or change the tables wait for its end. After the wait, each statement must see what they have committed,
  /// also if the default of the database is another isolation.
  private func begin() throws {
    connection.answerTimeout = .seconds(24 * 3600)
    try connection.queue("BEGIN ISOLATION LEVEL READ COMMITTED")
    try connection.queue("SET LOCAL statement_timeout = 0")
    try connection.queue("SET LOCAL idle_in_transaction_session_timeout = 0")
    try connection.queue("SET LOCAL lock_timeout = '60s'")
    try connection.run("SELECT pg_advisory_xact_lock(?1)", [.integer(Self.lockKey)])
  }

  /// The steps that the database has.
  func recorded() throws -> AppliedMigrations {
    try connection.queue("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    defer { if connection.isUsable { _ = try? connection.run("ROLLBACK") } }
    return try readRecord()
  }

  private func readRecord() throws -> AppliedMigrations {
    let tables = try connection.run(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()")
    let names = try tables.rows.map { try $0.text(0) }
    if names.isEmpty { return AppliedMigrations([]) }
    guard names.contains("migrations"), names.contains("readiness") else {
      throw StoreError(
        .malformed, "the database has tables, but not those of Doorward: choose an empty database")
    }
    let steps = try connection.run("SELECT number, checksum FROM migrations")
    return AppliedMigrations(
      try steps.rows.map { (number: try $0.integer(0), checksum: try $0.blob(1)) })
  }

  private func apply(_ migration: Migration) throws {
    try connection.run(
      """
      CREATE TABLE IF NOT EXISTS migrations (
        number BIGINT NOT NULL PRIMARY KEY,
        name TEXT COLLATE "C" NOT NULL,
        checksum BYTEA NOT NULL,
        applied_at BIGINT NOT NULL
      )
      """)
    try connection.script("\(migration.sql)")
    try connection.run(
      """
      INSERT INTO migrations (number, name, checksum, applied_at)
      VALUES (?1, ?2, ?3, CAST(extract(epoch FROM now()) * 1000 AS BIGINT))
      """, [.integer(migration.number), .text(migration.name), .blob(migration.checksum)])
  }
}
