package import DoorwardPostgreSQL
import DoorwardStore
import DoorwardSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a PostgreSQL server, for `doorward doctor`.
package struct PostgreSQLReport: Sendable {
  /// A server that follows this one.
  package struct Standby: Sendable {
    package var name: String
    /// `sync`, `async`, `quorum` or `potential`; nil if this user may not see it.
    package var synchrony: String?
    /// The bytes of the log that the standby has not replayed; nil if unknown.
    package var lagBytes: Int64?
    package var lagSeconds: Int64?
  }

  package var settings: PostgreSQLSettings
  /// Such as `15.18 (Debian 15.18-0+deb12u1)`.
  package var version: String
  /// Such as 150018.
  package var versionNumber: Int
  package var encoding: String
  package var tlsVersion: String?
  /// Whether the server follows another one and cannot be written to.
  package var isStandby: Bool
  /// The connections that this user can have: the least of the limits of the server, the database and the user.
  package var availableConnections: Int
  package var usedConnections: Int
  /// The settings that would lose acknowledged commits, such as `fsync = off`.
  package var unsafeSettings: [String]
  /// The rights that the server needs and the user lacks.
  package var missingPrivileges: [String]
  package var standbys: [Standby]
  /// The milliseconds by which the clock of the server is ahead of the clock of this process; negative if it is behind.
  package var clockDifference: Int64

  /// Asks the server.
  ///
  /// - Throws: ``StoreError`` with the reason of the failure.
  static func read(_ settings: PostgreSQLSettings) async throws -> PostgreSQLReport {
    try await withCheckedThrowingContinuation { caller in
      let isStarted = BackgroundThread.start {
        caller.resume(
          with: Result {
            do throws(PostgreSQLError) {
              return try read(PostgreSQLConnection(settings))
            } catch {
              throw StoreError(.unavailable, "\(settings) does not answer as needed: \(error.reason)")
            }
          })
      }
      if !isStarted {
        caller.resume(throwing: StoreError(.unavailable, "the system cannot start another thread"))
      }
    }
  }

  private static func read(_ connection: PostgreSQLConnection) throws(PostgreSQLError) -> PostgreSQLReport {
    let server = try connection.queue(
      """
      SELECT current_setting('server_version'), current_setting('server_encoding'), pg_is_in_recovery(),
        least(
          CAST(current_setting('max_connections') AS BIGINT)
            - CAST(current_setting('superuser_reserved_connections') AS BIGINT)
            - CAST(coalesce(current_setting('reserved_connections', true), '0') AS BIGINT),
          (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
          (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())),
        (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
      """)
    let time = try connection.queue("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)")
    let durability = try connection.queue(
      """
      SELECT name || ' = ' || setting FROM pg_settings
      WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name
      """)
    let privileges = try connection.queue(
      """
      SELECT 'a schema of the search path (CREATE SCHEMA or search_path)' WHERE current_schema() IS NULL
      UNION ALL SELECT 'CREATE on schema ' || current_schema()
        WHERE NOT has_schema_privilege(current_schema(), 'CREATE')
      UNION ALL SELECT 'SELECT, INSERT, UPDATE and DELETE on table ' || relname FROM pg_class
        WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
          AND relkind IN ('r', 'p')
          AND NOT (has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
            AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE'))
      UNION ALL SELECT 'ownership of table ' || relname || ', for migrations' FROM pg_class
        WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
          AND relkind IN ('r', 'p') AND NOT pg_has_role(relowner, 'USAGE')
      """)
    // On a standby, the position of the log has another function.
    let standbys = try connection.queue(
      """
      SELECT CAST(application_name AS TEXT), CAST(sync_state AS TEXT),
        CASE WHEN pg_is_in_recovery() THEN NULL
          ELSE CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) AS BIGINT) END,
        CAST(EXTRACT(EPOCH FROM replay_lag) AS BIGINT)
      FROM pg_stat_replication
      """)
    let first = try connection.result(of: server).first
    let now = try connection.result(of: time).first?.integer(0)
    let received = Int64(WallClock.system.now.timeIntervalSince1970 * 1000)
    guard let row = first, let now else {
      throw PostgreSQLError(.other, "the server has no answer about itself")
    }
    return PostgreSQLReport(
      settings: connection.settings, version: try row.text(0), versionNumber: connection.serverVersion,
      encoding: try row.text(1), tlsVersion: connection.tlsVersion, isStandby: try row.boolean(2),
      availableConnections: Int(try row.integer(3)), usedConnections: Int(try row.integer(4)),
      unsafeSettings: try texts(connection.result(of: durability)),
      missingPrivileges: try texts(connection.result(of: privileges)),
      standbys: try self.standbys(connection.result(of: standbys)), clockDifference: now - received)
  }

  private static func texts(_ result: PostgreSQLResult) throws(PostgreSQLError) -> [String] {
    try result.rows.map { row throws(PostgreSQLError) in try row.text(0) }
  }

  private static func standbys(_ result: PostgreSQLResult) throws(PostgreSQLError) -> [Standby] {
    try result.rows.map { row throws(PostgreSQLError) in
      Standby(
        name: try row.optionalText(0) ?? "", synchrony: try row.optionalText(1),
        lagBytes: try row.optionalInteger(2), lagSeconds: try row.optionalInteger(3))
    }
  }
}
