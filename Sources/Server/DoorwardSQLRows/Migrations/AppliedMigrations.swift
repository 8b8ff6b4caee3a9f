package import DoorwardStore
import Encodings

/// The steps that a database has recorded.
package struct AppliedMigrations: Sendable {
  /// The checksum of each step, by its number.
  private let checksums: [Int64: [UInt8]]

  /// - Parameter steps: the numbers and checksums of the recorded steps.
  package init(_ steps: [(number: Int64, checksum: [UInt8])]) {
    checksums = Dictionary(steps.map { ($0.number, $0.checksum) }) { first, _ in first }
  }

  /// Whether the database has no step.
  package var isEmpty: Bool { checksums.isEmpty }

  /// The steps of this server that the database lacks, lowest first.
  ///
  /// - Throws: ``StoreError/Code/malformed`` if the database is of a newer server, or if its steps differ from those of this
  ///   server.
  package func missing(of migrations: [Migration]) throws(StoreError) -> [Migration] {
    var missing: [Migration] = []
    for migration in migrations {
      guard let checksum = checksums[migration.number] else {
        missing.append(migration)
        continue
      }
      guard missing.isEmpty, checksum == migration.checksum else {
        throw StoreError(
          .malformed,
          """
          step \(migration.number) of the schema (\(migration.name)) is not the one this database was \
          made with: use the server that made it
          """)
      }
    }
    let newest = migrations.last?.number ?? 0
    if let newer = checksums.keys.max(), newer > newest {
      throw StoreError(
        .malformed,
        """
        the database is of a newer server: its schema is at step \(newer), this server knows \(newest): \
        upgrade the server
        """)
    }
    return missing
  }

  /// Refuses a database that lacks steps.
  package func requireAll(of migrations: [Migration]) throws(StoreError) {
    guard let next = try missing(of: migrations).first else { return }
    throw StoreError(
      .malformed,
      "the database lacks step \(next.number) of the schema (\(next.name)): start the server to apply it")
  }

  /// The number of steps that the database has, and the number that this server knows.
  package func state(of migrations: [Migration]) throws(StoreError) -> SchemaState {
    let missing = try missing(of: migrations).count
    return SchemaState(applied: migrations.count - missing, known: migrations.count)
  }
}

/// One numbered step of the schema. A released step never changes; a later change is a new step.
package struct Migration: Sendable {
  package let number: Int64
  package let name: String
  package let sql: StaticString

  package init(number: Int64, name: String, sql: StaticString) {
    self.number = number
    self.name = name
    self.sql = sql
  }

  /// SHA-256 of the text. The database keeps it, so that a change of a released step is detected.
  package var checksum: [UInt8] { SHA256.hash(Array("\(sql)".utf8)) }
}

/// The state of a database's schema, in steps.
package struct SchemaState: Sendable, Equatable {
  /// Steps that the database has.
  package let applied: Int
  /// Steps that this server knows. A database with fewer steps is migrated when the server starts.
  package let known: Int

  package init(applied: Int, known: Int) {
    self.applied = applied
    self.known = known
  }
}
