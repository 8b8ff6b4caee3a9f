import DoorwardPostgreSQL
import DoorwardPostgreSQLStore
import DoorwardSQLRows
import DoorwardSQLiteStore
package import DoorwardSessions
import DoorwardStore

/// The copy of an installation from a file to a database of PostgreSQL.
///
/// It does not need the master key, because sealed data stays sealed. The servers of the copy need the same key.
package struct DatabaseCopy: Sendable {
  /// A step of the copy.
  package enum Event: Sendable {
    /// So many rows of a table were sent.
    case sent(table: String, rows: Int)
    /// All rows of a table were sent, and are read back next.
    case comparing(table: String, rows: Int)
    /// The rows of a table were read back and are equal.
    case verified(table: String, content: String)
  }

  private static let rowsPerEvent = 10_000

  private let path: String
  private let target: PostgreSQLSettings

  /// - Parameters:
  ///   - source: the installation: `sqlite:` and its data directory.
  ///   - target: the address of an empty database.
  /// - Throws: ``ConfigurationError`` if a text has another form.
  package init(from source: String, to target: String) throws(ConfigurationError) {
    let directory = source.dropFirst("sqlite:".count)
    guard source.hasPrefix("sqlite:"), !directory.isEmpty else {
      throw ConfigurationError(
        .invalidValue, key: "", "the first database must be sqlite:DIRECTORY, the data directory of a server")
    }
    path = ServerConfiguration.databasePath(in: String(directory))
    do throws(PostgreSQLSettingsError) {
      self.target = try PostgreSQLSettings(target)
    } catch {
      throw ConfigurationError(.invalidValue, key: "", "the second database: \(error.reason)")
    }
  }

  /// Copies all rows and commits them together.
  ///
  /// - Parameter report: is called on another thread.
  /// - Throws: ``StoreError``. Then the target is empty, except perhaps after ``StoreError/Code/uncertain``.
  package func run(_ report: @escaping @Sendable (Event) -> Void) async throws {
    guard try DatabaseFile.exists(path) else {
      throw StoreError(.missing, "there is no database \(path): name the data directory of a server")
    }
    try await ServerConfiguration.openToCopy(path, .readOnly).closing { try await copy($0, report) }
  }

  private func copy(_ source: SQLiteStore, _ report: @escaping @Sendable (Event) -> Void) async throws {
    try await source.readTables { [target] tables in
      try DatabaseFilling.run(target) { filling in
        for table in CopiedTable.all {
          var rows = 0
          let content = try filling.fill(table) { add in
            try tables.visit(table) { values in
              try add(values)
              rows += 1
              if rows % Self.rowsPerEvent == 0 { report(.sent(table: "\(table.name)", rows: rows)) }
            }
            report(.comparing(table: "\(table.name)", rows: rows))
          }
          report(.verified(table: "\(table.name)", content: "\(content)"))
        }
      }
    }
  }
}
