package import DoorwardPostgreSQL
package import DoorwardSQLRows
import DoorwardStore
import DoorwardSystem

extension PostgreSQLStore {
  /// The state of the database's schema.
  package func schema() async throws -> SchemaState {
    try await pool.run { pooled in
      let migrations = PostgreSQLSchema.migrations
      return try PostgreSQLMigrator(connection: pooled.ready(), migrations: migrations).recorded().state(
        of: migrations)
    }
  }

  /// The problems of the database that its catalog shows; empty if there are none. PostgreSQL's own tool for damaged files is
  /// `pg_amcheck`.
  package func integrityProblems() async throws -> [String] {
    try await pool.run { pooled in
      let connection = try pooled.ready()
      let indexes = try connection.run(
        """
        SELECT pg_class.relname FROM pg_index JOIN pg_class ON pg_class.oid = pg_index.indexrelid
          JOIN pg_namespace ON pg_namespace.oid = pg_class.relnamespace
        WHERE NOT pg_index.indisvalid AND pg_namespace.nspname = current_schema() ORDER BY pg_class.relname
        """)
      let constraints = try connection.run(
        """
        SELECT pg_constraint.conname FROM pg_constraint
          JOIN pg_namespace ON pg_namespace.oid = pg_constraint.connamespace
        WHERE NOT pg_constraint.convalidated AND pg_namespace.nspname = current_schema() ORDER BY pg_constraint.conname
        """)
      return try indexes.rows.map { "the index \(try $0.text(0)) is not complete: run REINDEX" }
        + constraints.rows.map { "the constraint \(try $0.text(0)) was not checked" }
    }
  }

  /// Applies the missing steps of the schema in a transaction that is rolled back, so that their errors appear without a change
  /// of the database. Other servers wait meanwhile if they use a table that a step changes.
  ///
  /// - Returns: the names of the steps that opening the store would apply.
  /// - Throws: ``StoreError``
  package static func migrationSteps(_ settings: PostgreSQLSettings) async throws -> [String] {
    let found = Monitor<[String]>([])
    // The steps block, so they have their own lane. The thread of the lane ends after them.
    let lane = WorkerLane<Never>(limit: 1)
    lane.close()
    do {
      try await lane.start {
        let migrator = PostgreSQLMigrator(
          connection: try PostgreSQLConnection(settings), migrations: PostgreSQLSchema.migrations)
        let steps = try migrator.migrate(isDryRun: true)
        found.withLock { $0 = steps.map(\.name) }
      } serve: { _, _ in
      }
    } catch {
      throw StoreError.explaining(error)
    }
    return found.withLock { $0 }
  }
}
